import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readSheets from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { readFile } from '@/lib/tables/read/read-file'
import type { StoredReading } from '@/lib/tables/table'
import { cutFile } from './cut-file'
import type { CutFiles, CutPart, CutPlan } from './line'
import { verifyCut } from './verify-cut'

const PAYEES = [
  { name: 'Ann Adler', iban: 'DE89370400440532013000', amount: 1.5 },
  { name: 'Ben & Bakker', iban: 'NL91ABNA0417164300', amount: 20 },
  { name: 'Cid Costa', iban: 'ES9121000418450200051332', amount: 3.3 },
  { name: 'Dana Duval', iban: 'FR1420041010050500013M02606', amount: 400 },
]
const escaped = (text: string) => text.replaceAll('&', '&amp;')
const everybody = PAYEES.map(({ name, iban }) => `${escaped(name)} ${iban}`).join(', ')

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (list: [id: string, kind: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Row 3 is the header, rows 5 to 9 hold the payees with a blank one between. */
const LINES = [5, 6, 8, 9]
const payeeRow = ({ amount }: (typeof PAYEES)[number], n: number) => {
  const r = LINES[n]
  const formula = `<f>IF(A${r}="${escaped(PAYEES[0]?.name ?? '')}",C${r},C${(r ?? 0) - 1})</f>`
  return `<!-- ${everybody} --><row r="${r}" spans="1:5" ht="21" customHeight="1" x14ac:dyDescent="0.25"><c r="A${r}" t="s"><v>${2 * n + 5}</v></c><c r="B${r}" s="1" t="s" vm="1"><v>${2 * n + 6}</v></c><c r="C${r}" s="2"><v>${amount}</v></c><c r="D${r}" s="3"><v>46112</v></c><c r="E${r}">${formula}<v>${amount}</v></c></row>`
}
const SHEET = `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}" xmlns:x14ac="urn:x" xmlns:xm="urn:xm">
<sheetPr filterMode="1"/><dimension ref="A1:E9"/><sheetViews><sheetView workbookViewId="0"><selection activeCell="A9"/></sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/><cols><col min="1" max="1" width="31.5" customWidth="1"/></cols>
<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><f>SUM(C5:C9)</f><v>424.8</v></c></row><row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" t="s"><v>3</v></c><c r="D3" t="inlineStr"><is><t>Due</t></is></c><c r="E3" t="str"><f>"To"&amp;"tal"</f><v>Total</v></c></row>
${PAYEES.slice(0, 2).map(payeeRow).join('\n')}<row r="7"><c r="A7" s="1"/></row>${payeeRow(PAYEES[2] as never, 2)}${payeeRow(PAYEES[3] as never, 3)}</sheetData>
<sheetProtection sheet="1"/><autoFilter ref="A3:E9"><filterColumn colId="0"><filters>${PAYEES.map(({ name }) => `<filter val="${escaped(name)}"/>`).join('')}</filters></filterColumn></autoFilter>
<mergeCells><mergeCell ref="B1:C1"/><mergeCell ref="D8:D9"/></mergeCells>
<conditionalFormatting sqref="A5:A9"><cfRule type="containsText" dxfId="0" text="${escaped(PAYEES[2]?.name ?? '')}"/></conditionalFormatting>
<dataValidations><dataValidation type="list" sqref="A5:A9"><formula1>"${everybody}"</formula1></dataValidation></dataValidations>
<hyperlinks><hyperlink ref="A5" r:id="h1" tooltip="${everybody}"/></hyperlinks>
<headerFooter><oddHeader>${everybody}</oddHeader></headerFooter><drawing r:id="d1"/><legacyDrawing r:id="v1"/><tableParts><tablePart r:id="t1"/></tableParts>
<extLst><ext uri="x"><xm:f>${everybody}</xm:f><v>${everybody}</v></ext></extLst></worksheet>`

const TEXTS = [
  ...['<t>Payments</t>', '<t>Payee</t>', '<t>IBAN</t>', '<t>Amount</t>', `<t>${everybody}</t>`],
  ...PAYEES.flatMap(({ name, iban }) => {
    const [first, ...rest] = escaped(name).split(' ')
    return [
      `<r><rPr><b/></rPr><t xml:space="preserve">${first} </t></r><r><t>${rest.join(' ')}</t></r><rPh sb="0" eb="1"><t>${escaped(name)}</t></rPh>`,
      `<t>${iban}</t>`,
    ]
  }),
]

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': relations([
    ['r1', 'officeDocument', 'xl/workbook.xml'],
    ['r2', 'extended-properties', 'docProps/app.xml'],
  ]),
  'docProps/app.xml': `<Properties><Company>${everybody}</Company></Properties>`,
  'docProps/core.xml': `<coreProperties><title>${everybody}</title></coreProperties>`,
  'customXml/item1.xml': `<list>${everybody}</list>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="1"/><sheets><sheet name="Pay &amp; run" sheetId="1" r:id="s1"/><sheet name="${PAYEES[3]?.name}" sheetId="2" r:id="s2"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Pay &amp; run'!$A$3:$E$9</definedName><definedName name="Everybody">"${everybody}"</definedName></definedNames></workbook>`,
  'xl/_rels/workbook.xml.rels': relations([
    ['s1', 'worksheet', 'worksheets/sheet1.xml'],
    ['s2', 'worksheet', 'worksheets/sheet2.xml'],
    ['st', 'styles', 'styles.xml'],
    ['ss', 'sharedStrings', 'sharedStrings.xml'],
    ['cc', 'calcChain', 'calcChain.xml'],
    ['pc', 'pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml'],
  ]),
  'xl/styles.xml': `<x:styleSheet xmlns:x="${MAIN}"><x:numFmts count="1"><x:numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></x:numFmts><x:fonts count="1"><x:font><x:sz val="11"/></x:font></x:fonts><x:fills count="2"><x:fill/><x:fill/></x:fills><x:borders count="1"><x:border/></x:borders><x:cellStyleXfs count="1"><x:xf/></x:cellStyleXfs><x:cellXfs count="4"><x:xf xfId="0"/><x:xf numFmtId="49" xfId="0"/><x:xf numFmtId="164" xfId="0"><x:alignment horizontal="right"/></x:xf><x:xf numFmtId="14" xfId="0"/></x:cellXfs><x:cellStyles count="1"><x:cellStyle name="${everybody}" xfId="0"/></x:cellStyles><x:dxfs count="1"><x:dxf/></x:dxfs><x:extLst><x:ext uri="${everybody}"/></x:extLst></x:styleSheet>`,
  'xl/sharedStrings.xml': `<sst xmlns="${MAIN}" count="8" uniqueCount="${TEXTS.length}">${TEXTS.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  'xl/calcChain.xml': `<calcChain xmlns="${MAIN}"><c r="E5" i="1"/></calcChain>`,
  'xl/pivotCache/pivotCacheDefinition1.xml': `<pivotCacheDefinition>${everybody}</pivotCacheDefinition>`,
  'xl/worksheets/sheet1.xml': SHEET,
  'xl/worksheets/sheet2.xml': `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${everybody}</t></is></c></row></sheetData></worksheet>`,
  'xl/worksheets/_rels/sheet1.xml.rels': relations([
    ['d1', 'drawing', '../drawings/drawing1.xml'],
    ['v1', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
    ['c1', 'comments', '../comments1.xml'],
    ['t1', 'table', '../tables/table1.xml'],
    ['h1', 'hyperlink', `mailto:${PAYEES[1]?.iban}@example.org`],
  ]),
  'xl/comments1.xml': `<comments xmlns="${MAIN}"><commentList><comment ref="A5"><text><t>${everybody}</t></text></comment></commentList></comments>`,
  'xl/threadedComments/threadedComment1.xml': `<ThreadedComments>${everybody}</ThreadedComments>`,
  'xl/drawings/drawing1.xml': `<wsDr>${everybody}</wsDr>`,
  'xl/drawings/vmlDrawing1.vml': `<xml>${everybody}</xml>`,
  'xl/tables/table1.xml': `<table xmlns="${MAIN}" ref="A3:E9"><autoFilter ref="A3:E9"><filters><filter val="${everybody}"/></filters></autoFilter></table>`,
}
const file = zipSync(Object.fromEntries(Object.entries(PARTS).map(([path, xml]) => [path, strToU8(xml)])))

const table: StoredReading = { format: 'workbook', sheet: 'Pay & run', headerRow: 3 }
const map = { iban: 1, name: [0], instead: [], reference: null, note: null, amount: 2, currencyCode: 'EUR' }
const ALL = PAYEES.map((_, n) => n + 1)

function cut(released: number[], more: Partial<CutPlan> = {}): CutFiles {
  const plan = {
    ...{ released, gone: [], names: [], nameCap: 70, at: '2026-03-31T10:00:00Z' },
    ...{ messageIds: { released: '', held: '' }, ...more },
  }
  const files = cutFile(file, table, map, plan)
  if (!('original' in files)) throw new Error(JSON.stringify(files))
  expect(verifyCut({ bytes: file, table, map, plan }, files)).toBeNull()
  return files
}

/** Every part of a workbook as text, with its path. */
const everything = (part: CutPart) =>
  Object.entries(unzipSync(part.bytes))
    .map(([path, bytes]) => `${path}\n${strFromU8(bytes)}`)
    .join('\n')
const has = (part: CutPart, number: number) => {
  const { name = '', iban = '' } = PAYEES[number - 1] ?? {}
  const text = everything(part)
  return [escaped(name), iban, name.split(' ').at(-1) ?? ''].map((wanted) => text.includes(wanted))
}

describe('a part of a split workbook', () => {
  test.each([[[1]], [[2]], [[1, 3]], [[2, 3, 4]], [[1, 2, 4]]])(
    'with lines %j has no name and no IBAN of other lines in any of its XML files',
    (released) => {
      const { released: left, held } = cut(released)
      if (!left || !held) throw new Error('a part is missing')
      for (const number of ALL) {
        const isLeft = released.includes(number)
        expect(has(left, number)).toEqual(Array(3).fill(isLeft))
        expect(has(held, number)).toEqual(Array(3).fill(!isLeft))
      }
    },
  )

  test('contains nothing of lines that were released earlier', () => {
    const { released, held } = cut([3], { gone: [1, 4] })
    if (!released || !held) throw new Error('a part is missing')
    for (const number of [1, 4]) {
      expect(has(released, number)).toEqual([false, false, false])
      expect(has(held, number)).toEqual([false, false, false])
    }
  })

  test('has no gap between its rows, and another reader finds its numbers and dates', async () => {
    const { held } = cut([1, 3])
    const [sheet, ...others] = await readSheets(Buffer.from(held?.bytes ?? []))
    expect(others).toEqual([])
    expect(sheet?.sheet).toBe('Pay & run')
    const due = new Date('2030-04-01T00:00:00.000Z')
    expect(sheet?.data).toEqual([
      ['Payments', null, null, null, null],
      [null, null, null, null, null],
      ['Payee', 'IBAN', 'Amount', 'Due', 'Total'],
      ['Ben & Bakker', PAYEES[1]?.iban, 20, due, 20],
      ['Dana Duval', PAYEES[3]?.iban, 400, due, 400],
    ])
  })

  test('keeps the title and its merged cells, but not the total of all rows', () => {
    const text = everything(cut([2]).released as CutPart)
    expect(text).toContain('<mergeCells><mergeCell ref="B1:C1"/></mergeCells>')
    expect(text).not.toContain('424.8')
    expect(text).not.toContain('<f>')
    expect(text).toContain('<col min="1" max="1" width="31.5" customWidth="1">')
    expect(text).toContain('<row r="4" ht="21" customHeight="1">')
    expect(text).toContain('formatCode="#,##0.00\\ &#34;€&#34;"')
  })

  test('has a corrected name instead of the old one', () => {
    const { released } = cut([2, 3], { names: [[3, '=Cid <Costas>']] })
    const found = readFile(released?.bytes as Uint8Array, table)
    if ('problem' in found) throw new Error(found.problem)
    expect(found.records.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [4, 'Ben & Bakker'],
      [5, '=Cid <Costas>'],
    ])
    expect(everything(released as CutPart)).not.toContain('Cid Costa<')
  })

  test('is refused by verification if it has a gap between its rows', () => {
    const { released, held, ...rest } = cut([1, 2])
    const parts = unzipSync(released?.bytes as Uint8Array)
    const path = 'xl/worksheets/sheet1.xml'
    const sheet = strFromU8(parts[path] as Uint8Array)
      .replaceAll('r="5"', 'r="6"')
      .replace(/(r="[A-E])5"/g, '$16"')
    const bytes = zipSync({ ...parts, [path]: strToU8(sheet) }) as Uint8Array<ArrayBuffer>
    const plan: CutPlan = {
      ...{
        released: [1, 2],
        gone: [],
        names: [],
        nameCap: 70,
        at: '',
        messageIds: { released: '', held: '' },
      },
    }
    const files = { ...rest, held, released: { ...released, bytes } as CutPart }
    expect(verifyCut({ bytes: file, table, map, plan }, files)).toBe(
      'row 2 does not follow the one before (released)',
    )
  })
})
