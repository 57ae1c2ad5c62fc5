import { expect, it } from 'vitest'
import { deviceOf } from './device'

it('extracts browser and operating system from a User-Agent, and nothing else', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
  expect(deviceOf(chrome)).toBe('Chrome, Linux')
  expect(deviceOf(`${chrome} Edg/153.0`)).toBe('Edge, Linux')
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1')).toBe(
    'Safari, iOS',
  )
  expect(deviceOf('curl/8')).toBeNull()
  expect(deviceOf(null)).toBeNull()
})
