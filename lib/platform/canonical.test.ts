import { expect, test } from 'vitest'
import { canonicalJson } from './canonical'

test('equal values have equal texts, whatever the order of their fields, so that they have the same hash', () => {
  const one = { b: [{ y: 1, x: null }, 'é'], a: new Date(0), c: undefined, d: false }
  const same = { d: false, a: '1970-01-01T00:00:00.000Z', b: [{ x: null, y: 1 }, 'é'] }
  expect(canonicalJson(one)).toBe('{"a":"1970-01-01T00:00:00.000Z","b":[{"x":null,"y":1},"é"],"d":false}')
  expect(canonicalJson(same)).toBe(canonicalJson(one))
})

test.each<[unknown, unknown]>([
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: null }, {}],
  [{ a: 1 }, { a: '1' }],
  [[], {}],
  [{ a: { b: 1 } }, { 'a.b': 1 }],
])('%j and %j have different texts', (one, other) => {
  expect(canonicalJson(one)).not.toBe(canonicalJson(other))
})
