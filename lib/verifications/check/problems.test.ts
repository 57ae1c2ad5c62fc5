import { expect, test } from 'vitest'
import { notSentCode } from './problems'

test.each([
  ['cancelled', 'cancelled'],
  ['upstream_token_refused', 'upstream_auth_failed'],
  ['connection_lost', 'upstream_unavailable'],
  ['toString', 'upstream_unavailable'],
])('a check that was not sent because of %s is stored with the code %s', (cause, code) => {
  expect(notSentCode(cause)).toBe(code)
})
