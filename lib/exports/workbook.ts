import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { cellText } from '@/lib/tables/xml/write-xml'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
/** the maximum number of rows of a sheet */
const SHEET_ROWS = 1_048_576

/** Style 1 is the text format: no value is ever interpreted as a number, a date or a formula. */
const cell = (text: string, at: string): string =>
  text === ''
    ? `<c r="${at}" s="1"/>`
    : `<c r="${at}" s="1" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`

/** A, B … Z, AA, AB … */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const row = (line: string[], number: number): string =>
  `<row r="${number}">${line.map((text, index) => cell(text, `${letters(index)}${number}`)).join('')}</row>`

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
  for (const [path, text] of frame(name, count)) {
    const file = new ZipPassThrough(path)
    zip.add(file)
    file.push(strToU8(HEAD + text), true)
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
    return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="22"/><sheetData>`
  }

  private push(text: string): void {
    if (text !== '') this.sheet?.push(strToU8(text))
  }

  private close(): void {
    this.sheet?.push(strToU8('</sheetData></worksheet>'), true)
    this.sheet = null
  }
}

/** The files of the package other than the sheets. */
function frame(name: string, count: number): [path: string, text: string][] {
  const numbers = Array.from({ length: count }, (_, n) => n + 1)
  const title = (n: number) => cellText(n === 1 ? name : `${name} ${n}`)
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const part = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}" ContentType="${sheetType}.${kind}+xml"/>`
  const relation = (n: number, kind: string, target: string) =>
    `<Relationship Id="rId${n}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
  const sheets = numbers.map((n) => `<sheet name="${title(n)}" sheetId="${n}" r:id="rId${n}"/>`).join('')
  const links = numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')
  const parts = numbers.map((n) => part(`worksheets/sheet${n}.xml`, 'worksheet')).join('')
  const none = '<border/>'
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${parts}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${links}${relation(count + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1">${none}</borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ]
}
