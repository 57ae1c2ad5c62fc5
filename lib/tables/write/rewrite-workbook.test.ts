import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { rewriteTable } from './rewrite-table'

const DE = 'DE89370400440532013000'
const MAP = { iban: 0, name: [1], instead: [], reference: null, note: null }
const TABLE = { format: 'workbook', headerRow: 1 } as const

/** A workbook in which the header, a name and two numbers are formulas, with its list of formulas. */
function withFormulas(): Uint8Array {
  const rows = [
    ['IBAN', 'Name', { xml: '<c t="str"><f>"To"&amp;"tal"</f><v>Total</v></c>' }],
    [
      DE,
      { xml: '<c t="str"><f>UPPER("ann")</f><v>ANN</v></c>' },
      { xml: '<c><f t="shared" ref="C2:C3" si="0">1*2</f><v>2</v></c>' },
    ],
    [DE, 'Ben', { xml: '<c><f t="shared" si="0"/><v>4</v></c>' }],
  ]
  const parts = unzipSync(makeWorkbook([{ name: 'Pay', rows }]))
  const relations = 'xl/_rels/workbook.xml.rels'
  const linked = strFromU8(parts[relations] as Uint8Array).replace(
    '</Relationships>',
    '<Relationship Id="cc" Type="x/calcChain" Target="calcChain.xml"/></Relationships>',
  )
  return zipSync({
    ...parts,
    '[Content_Types].xml': strToU8('<Types><Override PartName="/xl/calcChain.xml" ContentType="x"/></Types>'),
    [relations]: strToU8(linked),
    'xl/calcChain.xml': strToU8('<calcChain><c r="B2" i="1"/><c r="C2"/></calcChain>'),
  })
}

/** The parts of the workbook with this name in a row. */
function renamed(row: number, name: string): Record<string, string> {
  const changes = { keeps: () => true, nameOf: (number: number) => (number === row ? name : undefined) }
  const parts = unzipSync(rewriteTable(withFormulas(), TABLE, MAP, changes))
  return Object.fromEntries(Object.entries(parts).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

test('when a name was a formula, all formulas in the rows become their values, and nothing lists them', () => {
  const parts = renamed(1, 'Anna')
  const sheet = parts['xl/worksheets/sheet0.xml'] ?? ''
  expect(sheet).toMatch(/<c r="B2"[^>]*>.*Anna.*<\/c><c r="C2"><v>2<\/v><\/c><\/row>/)
  expect(sheet).toContain('<c r="C3"><v>4</v></c>')
  expect(sheet).toContain('<f>"To"&amp;"tal"</f><v>Total</v>')
  expect(sheet.match(/<f/g)).toHaveLength(1)
  expect(Object.keys(parts)).not.toContain('xl/calcChain.xml')
  expect(Object.values(parts).join()).not.toContain('calcChain')
})

test('when no name was a formula, formulas stay and are listed', () => {
  const before = unzipSync(withFormulas())
  const parts = renamed(2, 'Benno')
  const sheet = parts['xl/worksheets/sheet0.xml'] ?? ''
  expect(sheet).toContain('Benno')
  expect(sheet.match(/<f/g)).toHaveLength(4)
  for (const [path, bytes] of Object.entries(before))
    if (!path.endsWith('sheet0.xml')) expect(parts[path], path).toBe(strFromU8(bytes))
})
