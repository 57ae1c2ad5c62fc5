import { afterEach, expect, it, vi } from 'vitest'
import '@/lib/platform/testing/settings'

afterEach(() => {
  delete (globalThis as { accordSettingsWrong?: string }).accordSettingsWrong
  vi.resetModules()
})

it('settings that one bundle of a server gave up are refused in every other, in the class that it knows', async () => {
  const one = await import('./env.server')
  expect(one.env().DEMO).toBe('0')
  vi.resetModules()
  const other = await import('./env.server')
  expect(other.SettingsWrong).not.toBe(one.SettingsWrong)
  other.giveUpSettings(new other.SettingsWrong('Keys do not fit: AUDIT_KEY'))
  expect(() => one.env()).toThrow(one.SettingsWrong)
  expect(() => one.env()).toThrow('AUDIT_KEY')
})
