import { expect, it } from 'vitest'
import { endOf, nextSessionPollMs } from './time-left'

const NOW = 1_000_000

it('the earlier of the two limits ends a session, and the warning comes two minutes before', () => {
  expect(endOf({ idle: 1800, absolute: 28_800 }, NOW)).toEqual({
    kind: 'idle',
    at: NOW + 1_800_000,
    soon: false,
  })
  expect(endOf({ idle: 120, absolute: 28_800 }, NOW)).toMatchObject({ kind: 'idle', soon: true })
  expect(endOf({ idle: 1800, absolute: 90 }, NOW)).toMatchObject({ kind: 'absolute', soon: true })
})

it("a dismissed warning doesn't come back until the session was extended", () => {
  const dismissed = { ...endOf({ idle: 1800, absolute: 90 }, NOW), dismissed: true }
  expect(endOf({ idle: 1800, absolute: 60 }, NOW, dismissed).dismissed).toBe(true)
  expect(endOf({ idle: 30, absolute: 60 }, NOW, dismissed).dismissed).toBeUndefined()
  expect(endOf({ idle: 1800, absolute: 28_000 }, NOW, dismissed).dismissed).toBeUndefined()
  const idle = { ...endOf({ idle: 100, absolute: 28_800 }, NOW), dismissed: true }
  expect(endOf({ idle: 60, absolute: 28_800 }, NOW, idle).dismissed).toBe(true)
  expect(endOf({ idle: 1800, absolute: 28_800 }, NOW, idle).dismissed).toBeUndefined()
})

it("the browser asks the server when the warning is due, and every few seconds while it's shown", () => {
  expect(nextSessionPollMs(null, NOW)).toBe(30_000)
  expect(nextSessionPollMs(endOf({ idle: 1800, absolute: 28_800 }, NOW), NOW)).toBe(1_680_000)
  expect(nextSessionPollMs(endOf({ idle: 121, absolute: 28_800 }, NOW), NOW)).toBe(1_000)
  expect(nextSessionPollMs(endOf({ idle: 100, absolute: 28_800 }, NOW), NOW)).toBe(5_000)
  expect(nextSessionPollMs(endOf({ idle: 9_999_999_999, absolute: 9_999_999_999 }, NOW), NOW)).toBe(
    2_000_000_000,
  )
})
