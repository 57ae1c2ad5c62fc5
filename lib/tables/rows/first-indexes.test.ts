import fc from 'fast-check'
import { expect, test } from 'vitest'
import { duplicateHash, duplicateKey } from '@/lib/names/text/fold'
import { hashText } from '@/lib/names/text/hash'
import { firstIndexes, LEFT_OUT } from './first-indexes'

const text = fc.option(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u0000'), maxLength: 3 }), {
  nil: undefined,
})

test.each([
  ['by its hash', hashText],
  ['also when every text has the same hash', () => 7],
])('the first indexes equal those of a linear search, %s', (_, hash) => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const hashes = Int32Array.from(texts, (each) => (each === undefined ? LEFT_OUT : hash(each)))
      const first = firstIndexes(hashes, (a, b) => texts[a] === texts[b])
      expect([...first]).toEqual(texts.map((each) => (each === undefined ? -1 : texts.indexOf(each))))
    }),
  )
})

test('names with the same key have the same hash', () => {
  const sign = fc.constantFrom(...'aAéÉßsSςσΣ ﬁ\u00a0ÿŸ×ｱA\u0301İi1.')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 6 }), (name) => {
      const key = duplicateKey(name)
      for (const other of [key, name.toUpperCase(), name.toLowerCase(), name.normalize('NFD'), ` ${name}`]) {
        if (duplicateKey(other) === key) expect(duplicateHash(other)).toBe(duplicateHash(name))
      }
    }),
    { numRuns: 1000 },
  )
})
