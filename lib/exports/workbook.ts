import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { MAX_CELL } from '@/lib/tables/table'
import { cellAddress } from '@/lib/tables/workbook/cells'
import { cellXml, emptyCellXml } from '@/lib/tables/write/cell-xml'
import { packageParts, SPREADSHEET, XML_HEAD } from '@/lib/tables/write/package-parts'

/** the maximum number of rows of a sheet */
const SHEET_ROWS = 1_048_576

/** A text as long as a cell may be: Excel calls a workbook with a longer one damaged. */
const fitting = (text: string): string =>
  text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…` : text

/** Style 1 is the text format: no value is ever interpreted as a number, a date or a formula. */
const cell = (text: string, at: string): string =>
  text === '' ? emptyCellXml(at, '', '1') : cellXml(fitting(text), at, '', '1')

const row = (line: string[], number: number): string =>
  `<row r="${number}">${line.map((text, index) => cell(text, cellAddress(index, number))).join('')}</row>`

/**
 * An Excel workbook of text cells, streamed with constant memory. The first line of the first page is the header;
 * it's frozen, and repeated on every further sheet.
 * @param sheetRows for tests: rows per sheet, header included
 */
export async function* writeWorkbook(
  pages: AsyncIterable<string[][]>,
  name: string,
  sheetRows = SHEET_ROWS,
): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    out.push(bytes)
  })
  const sheets = new Sheets(zip, sheetRows)
  for await (const page of pages) {
    sheets.write(page)
    yield* out.splice(0)
  }
  const count = sheets.end()
  for (const [path, xml] of frame(name, count)) {
    const file = new ZipPassThrough(path)
    zip.add(file)
    file.push(strToU8(xml), true)
  }
  zip.end()
  yield* out.splice(0)
}

class Sheets {
  private sheet: ZipDeflate | null = null
  private count = 0
  private rows = 0
  private header: string[] | null = null
  private readonly zip: Zip
  private readonly limit: number

  constructor(zip: Zip, limit: number) {
    this.zip = zip
    this.limit = limit
  }

  write(lines: string[][]): void {
    let text = ''
    for (const line of lines) {
      if (this.sheet && this.rows >= this.limit) {
        this.push(text)
        text = ''
        this.close()
      }
      if (!this.sheet) text += this.open()
      if (this.header === null) this.header = line
      else if (this.rows === 0) {
        this.rows += 1
        text += row(this.header, this.rows)
      }
      this.rows += 1
      text += row(line, this.rows)
    }
    this.push(text)
  }

  /** @returns the number of sheets */
  end(): number {
    if (this.sheet) this.close()
    return this.count
  }

  private open(): string {
    this.count += 1
    this.rows = 0
    this.sheet = new ZipDeflate(`xl/worksheets/sheet${this.count}.xml`, { level: 3 })
    this.zip.add(this.sheet)
    const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    return `${XML_HEAD}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="22"/><sheetData>`
  }

  private push(text: string): void {
    if (text !== '') this.sheet?.push(strToU8(text))
  }

  private close(): void {
    this.sheet?.push(strToU8('</sheetData></worksheet>'), true)
    this.sheet = null
  }
}

/** Text format only, as style 1. */
const STYLES = `<styleSheet xmlns="${SPREADSHEET}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** The files of the package other than the sheets. */
function frame(name: string, count: number): [path: string, xml: string][] {
  const sheets = Array.from({ length: count }, (_, n) => (n === 0 ? name : `${name} ${n + 1}`))
  return [...packageParts({ sheets, styles: true }), ['xl/styles.xml', XML_HEAD + STYLES]]
}
