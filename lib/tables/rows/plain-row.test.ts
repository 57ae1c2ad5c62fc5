import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanIban } from '@/lib/iban/clean'
import { duplicateHash } from '@/lib/names/text/fold'
import { hashText } from '@/lib/names/text/hash'
import { readTable } from '@/lib/tables/read/read'
import type { ColumnMap } from '@/lib/tables/table'
import { DE, ES, FR, groupIban, IT, NL, PL } from '@/lib/tables/testing/lists'
import { plainColumns, readPlainRow } from './plain-row'
import { checkRow } from './rows'

const map: ColumnMap = { iban: 2, name: [1], instead: [], reference: 0, note: null }
const sign = fc.constantFrom(..."aBéŁœÃŠÂ’Åžß.,-&/ 1='")
const usual = ['Anna Rossi', 'Zoë Åkesson', 'Nord & Fils', 'Sean O’Connor 15']
const unusual = ['Dr Uwe Bauer', 'Ãœber SARL', 'Νίκος', 'A et B C', '"B"', `Anna Rossi ${NL}`]
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...usual, ...unusual) },
  { weight: 3, arbitrary: fc.string({ unit: sign, maxLength: 12 }) },
  fc.string({ unit: sign, minLength: 130, maxLength: 150 }),
)
const iban = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(FR, DE, NL, IT, PL, ES, 'TR330006100519786457841326') },
  fc.constantFrom(groupIban(FR, ' '), DE.toLowerCase(), ''),
  fc
    .tuple(fc.constantFrom(FR, DE, NL, IT), fc.nat(30), fc.constantFrom('0', '1', 'O', ' ', 'A'))
    .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1)),
)
const row = fc.tuple(name, iban, fc.constantFrom('', '', ';', ';more')).map((cells) => {
  const [who, account, rest] = cells
  return `7;${who};${account}${rest}`
})

test('a row accepted by the fast path has no problem on the full path, and is compared by the same numbers', () => {
  let short = 0
  const files = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    end: fc.constantFrom('\n', '\r\n'),
    headerRow: fc.constantFrom(1, null),
  })
  fc.assert(
    fc.property(files, ({ rows, end, headerRow }) => {
      const file = new TextEncoder().encode(['No;Name;IBAN', ...rows].join(end))
      const table = readTable(file, { delimiter: ';', headerRow })
      if ('problem' in table) return
      const columns = plainColumns(map, table.headers.length)
      if (!columns) throw new Error('there are plain columns')
      const found = { iban: 0, name: 0 }
      for (const record of table.records) {
        if (!readPlainRow(record, columns, found)) continue
        short += 1
        const checked = checkRow(record, map, table.headers.length)
        expect([checked.problems, checked.warnings]).toEqual([[], []])
        expect([checked.name, checked.iban]).toEqual([record.cells[1], cleanIban(record.cells[2] ?? '')])
        expect(found).toEqual({ iban: hashText(checked.iban), name: duplicateHash(checked.name) })
      }
    }),
    { numRuns: 1_000, examples: [[{ rows: [`7;a,'-a;${FR}`], end: '\n', headerRow: 1 }]] },
  )
  expect(short).toBeGreaterThan(50)
})
