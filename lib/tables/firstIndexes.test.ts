import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstIndexes } from './firstIndexes'

test('it finds what a search from the beginning finds', () => {
  const text = fc.option(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u0000'), maxLength: 3 }), {
    nil: undefined,
  })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      expect([...firstIndexes(texts)]).toEqual(
        texts.map((each) => (each === undefined ? -1 : texts.indexOf(each))),
      )
    }),
  )
})
