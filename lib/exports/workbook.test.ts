import { unzipSync } from 'fflate'
import readSheets from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { writeWorkbook } from '@/lib/exports/workbook'

async function* pagesOf(...pages: string[][][]) {
  yield* pages
}
const written = async (pages: string[][][], sheetRows?: number) =>
  Buffer.concat(await Array.fromAsync(writeWorkbook(pagesOf(...pages), 'Checks', sheetRows)))

describe('a workbook', () => {
  it('returns every cell as the text it was, in order', async () => {
    const hard = [
      '00123',
      '=1+1',
      '-5',
      '1e9',
      ' a ',
      'a\nb',
      '<&>"\'',
      '_x0041_',
      'Łukasz 李 😀',
      '2026-11-21',
      'TRUE',
    ]
    const lines = [hard.map((_, n) => `c${n}`), hard, hard.toReversed()]
    const [sheet] = await readSheets(await written([[lines[0] ?? []], lines.slice(1)]), { trim: false })
    expect(sheet?.data).toEqual(lines)
  })

  it("drops characters that XML can't contain, and stays readable", async () => {
    const [sheet] = await readSheets(await written([[['h'], ['a\u0000b\u001f\ud800c\uffff']]]))
    expect(sheet?.data).toEqual([['h'], ['abc']])
  })

  it('cuts a text that is longer than a cell may be, which Excel would call damage', async () => {
    const [sheet] = await readSheets(await written([[['h'], ['a'.repeat(32_767)], ['😀'.repeat(20_000)]]]))
    const cells = sheet?.data.map(([cell]) => String(cell)) ?? []
    expect(cells[1]).toBe('a'.repeat(32_767))
    expect(cells[2]).toBe(`${'😀'.repeat(16_383)}…`)
  })

  it('continues on a new sheet, with the header again, when one is full', async () => {
    const lines = [['h'], ...Array.from({ length: 5 }, (_, n) => [`${n}`])]
    const sheets = await readSheets(await written([lines.slice(0, 2), lines.slice(2)], 3))
    expect(sheets.map(({ sheet, data }) => [sheet, data])).toEqual([
      ['Checks', [['h'], ['0'], ['1']]],
      ['Checks 2', [['h'], ['2'], ['3']]],
      ['Checks 3', [['h'], ['4']]],
    ])
  })

  it('declares the text format for its cells, so that an edited cell stays text', async () => {
    const files = unzipSync(await written([[['h'], ['1']]]))
    const text = (path: string) => new TextDecoder().decode(files[path])
    expect(text('xl/worksheets/sheet1.xml')).toContain('<c r="A2" s="1" t="inlineStr">')
    expect(text('xl/styles.xml')).toContain('numFmtId="49"')
  })
})
