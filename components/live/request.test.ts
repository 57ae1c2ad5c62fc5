import { expect, it } from 'vitest'
import { isInDoubt, Problem } from './request'

it.each([
  ['no answer', new Problem(0, { code: 'offline' }), true],
  ['a failure of a proxy', new Problem(502, {}), true],
  ['a failure after the work', new Problem(500, { code: 'internal' }), true],
  ['the first try still runs', new Problem(409, { code: 'request_in_progress' }), true],
  ['a bug in the page', new TypeError('x'), true],
  ['a refusal', new Problem(409, { code: 'setting_changed' }), false],
  ['an invalid field', new Problem(422, { code: 'invalid' }), false],
])('whether a request may have been carried out: %s', (_, error, doubt) => {
  expect(isInDoubt(error)).toBe(doubt)
})
