import { expect, test } from 'vitest'
import { Budget } from '@/lib/tables/budget'
import { BrokenXml } from '@/lib/tables/xml/read-xml'
import { copySheet } from './copy-sheet'

/** The copy of a sheet with this cell in its only row. */
function copied(cell: string): string {
  let out = ''
  const put = (xml: string) => {
    out += xml
  }
  const copy = {
    rows: [{ line: 2 }],
    mergedUpTo: 0,
    shared: [],
    placeOfText: (text: string) => Number(text) + 7,
  }
  const sheet = `<worksheet><sheetData><row r="5">${cell}</row></sheetData></worksheet>`
  copySheet([sheet], copy, put, new Budget())
  return out
}

test.each([
  ['<c r="C5"><v>100</v><is><t>0</t></is></c>', '<c r="C2"><v>100</v></c>'],
  ['<c r="C5" t="inlineStr"><v>0</v><is><t>100</t></is></c>', '<c r="C2" t="s"><v>107</v></c>'],
  ['<c r="C5"><v>100</v><extLst><ext><v>0</v></ext></extLst></c>', '<c r="C2"><v>100</v></c>'],
])('%s is copied as it is read', (cell, written) => {
  expect(copied(cell)).toContain(`<row r="2">${written}</row>`)
})

test.each(['<c r="C5"><v>10</v></c><c r="C5"><v>99</v></c>', '<c r="C5"><v>1</v><v>0</v></c>'])(
  '%s is not copied, as it is not read',
  (cells) => {
    expect(() => copied(cells)).toThrow(BrokenXml)
  },
)
