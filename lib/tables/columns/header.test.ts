import { expect, test } from 'vitest'
import { readTable } from '@/lib/tables/read/read'

const read = (lines: string[]) => {
  const table = readTable(new TextEncoder().encode(lines.join('\r\n')))
  if ('problem' in table) throw new Error(table.problem)
  return [table.headerRow, table.records.map(({ cells }) => cells[0])]
}

const LIST = ['Anna Rossi;DE89370400440532013000', 'Uwe Bauer;NL91ABNA0417164300']
const MORE = ['Bénéficiaire;IBAN;BIC', 'Lea Petit;FR7630006000011234567890189;AGRIFRPP']

test('a second list below the first one leaves all rows of the first in it', () => {
  const names = ['Anna Rossi', 'Uwe Bauer', 'Bénéficiaire', 'Lea Petit']
  expect(read(['Name;IBAN', ...LIST, '', ...MORE])).toEqual([1, names])
  expect(read([...LIST, ...MORE])).toEqual([null, names])
})

test("the payer's own account above the list is not part of it", () => {
  const own = ['Kontoinhaber;IBAN', 'Muster GmbH;DE89370400440532013000']
  expect(read([...own, '', ...MORE])).toEqual([4, ['Lea Petit']])
  expect(read(['Konto:;DE89370400440532013000', '', ...MORE])).toEqual([3, ['Lea Petit']])
})
