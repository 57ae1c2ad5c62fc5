import { expect, it } from 'vitest'
import { requireFreePort } from './ports.mjs'

it.each([
  ['PORT', 'HOST or PORT'],
  ['SERVICE_PORT', 'SERVICE_PORT'],
])('names the settings of a host where it cannot listen: %s', async (setting, settings) => {
  const refused = requireFreePort(3000, '192.0.2.1', setting)
  await expect(refused).rejects.toThrow(
    new RegExp(`^Cannot listen on 192\\.0\\.2\\.1:3000: .*\\. Choose another ${settings}\\.$`),
  )
})
