import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readFile } from '@/lib/tables/read/read-file'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { rewriteTable } from './rewrite-table'

const DE = 'DE89370400440532013000'
const MAP = { iban: 0, name: [1, 2], instead: [], reference: null, note: 3 }
const TABLE = { format: 'workbook', sheet: 'Pay', headerRow: 1 } as const

/** A workbook whose texts are all shared, in two sheets. */
function shared(prefix: string): Uint8Array {
  const texts: string[] = []
  const cell = (text: string) => {
    if (!texts.includes(text)) texts.push(text)
    const x = prefix && `${prefix}:`
    return { xml: `<c t="s"><${x}v>${texts.indexOf(text)}</${x}v></${x}c>`.replace('<c', `<${x}c`) }
  }
  const rows = (lines: string[][]) => lines.map((cells) => cells.map(cell))
  const pay = [
    ['IBAN', 'First', 'Last', 'Note'],
    [DE, 'Ann', 'Old & Sons', 'Rent'],
    [DE, 'Ben', 'Berg', 'for Ann'],
    [DE, 'Cid', 'Costa', 'Berg'],
    [DE, 'Dan', 'Duval', 'x'],
  ]
  const parts = unzipSync(
    makeWorkbook(
      [
        { name: 'Pay', rows: rows(pay) },
        { name: 'Other', rows: rows([['Costa'], ['unread']]) },
      ],
      prefix,
    ),
  )
  const x = prefix && `${prefix}:`
  const items = texts.map((text) =>
    text === 'Ann'
      ? `<${x}si><${x}r><${x}t>A</${x}t></${x}r><${x}r><${x}t>nn</${x}t></${x}r></${x}si>`
      : `<${x}si><${x}t>${text.replace('&', '&amp;')}</${x}t></${x}si>`,
  )
  const xml = `<${x}sst ${prefix ? `xmlns:${prefix}` : 'xmlns'}="urn:x">${items.join('\n')}<${x}si/></${x}sst>`
  const relations = 'xl/_rels/workbook.xml.rels'
  const relation = '<Relationship Id="ss" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
  const linked = strFromU8(parts[relations] as Uint8Array).replace('</Relationships>', relation)
  return zipSync({ 'xl/sharedStrings.xml': strToU8(xml), ...parts, [relations]: strToU8(linked) })
}

const cellsOf = (bytes: Uint8Array, sheet = 'Pay') => {
  const found = readFile(bytes, { ...TABLE, sheet, headerRow: sheet === 'Pay' ? 1 : null })
  if ('problem' in found) throw new Error(found.problem)
  return found.records.map(({ cells }) => cells)
}

test.each(['', 'x'])(
  'a name that was replaced is in no part of a workbook with the prefix "%s"',
  (prefix) => {
    const file = shared(prefix)
    const names = new Map([
      [1, 'Anna New'],
      [2, 'Ben Burg'],
      [3, 'Cid Coast'],
    ])
    const made = rewriteTable(file, TABLE, MAP, { keeps: () => true, nameOf: (row) => names.get(row) })
    expect(cellsOf(made)).toEqual([
      [DE, 'Anna New', '', 'Rent'],
      [DE, 'Ben Burg', '', 'for Ann'],
      [DE, 'Cid Coast', '', 'Berg'],
      [DE, 'Dan', 'Duval', 'x'],
    ])
    expect(cellsOf(made, 'Other')).toEqual([['Costa'], ['unread']])
    const left = strFromU8(unzipSync(made)['xl/sharedStrings.xml'] as Uint8Array)
    expect(left.match(/(?<=t>)[^<>]+(?=<)/g)).toEqual([
      'IBAN',
      'First',
      'Last',
      'Note',
      DE,
      'Rent',
      'Berg',
      'for Ann',
      'Costa',
      'Dan',
      'Duval',
      'x',
      'unread',
    ])
  },
)

test('without new names the shared texts are as they were', () => {
  const file = shared('')
  const made = rewriteTable(file, TABLE, MAP, { keeps: () => true, nameOf: () => undefined })
  expect(unzipSync(made)).toEqual(unzipSync(file))
})
