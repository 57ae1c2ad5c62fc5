import { afterEach, expect, it, vi } from 'vitest'
import { differencesOf } from './attach.server'

afterEach(() => vi.unstubAllEnvs())

const attempt = {
  claimedAt: new Date('2026-11-20T10:00:00Z'),
  sendDeadline: new Date('2026-11-20T10:01:10Z'),
}
const differences = (createdAt: string | null) => differencesOf({ totalItems: 3, createdAt }, 3, attempt)

it.each(['UTC', 'America/New_York'])(
  'reads a time without a zone as UTC, also with the local time zone %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    for (const time of ['2026-11-20T10:00:30Z', '2026-11-20T10:00:30', '2026-11-20T10:00:30.123456'])
      expect(differences(time)).toEqual([])
    expect(differences('2026-11-20T10:00:30+05:00')).toEqual(['time'])
  },
)

it.each([null, '', 'yesterday', '1970-01-01T00:00:00Z'])('rejects %j as a time', (time) => {
  expect(differences(time)).toEqual(['time'])
})
