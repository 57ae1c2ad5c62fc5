import { strToU8, zipSync } from 'fflate'

/** Escapes the signs that have a meaning in XML. */
export const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A cell: a text, a number as stored, or its own XML. */
export type TestCell = string | { number: string; style?: number } | { xml: string }

type TestSheet = {
  name: string
  rows: TestCell[][]
  hidden?: boolean
  hiddenRows?: number[]
  merged?: string[]
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The smallest workbook that spreadsheets open, with full control over its XML. `prefix` names the namespace. */
export function makeWorkbook(sheets: TestSheet[], prefix = ''): Uint8Array {
  const x = prefix === '' ? '' : `${prefix}:`
  const xmlns = prefix === '' ? `xmlns="${NAMESPACE}"` : `xmlns:${prefix}="${NAMESPACE}"`
  const files: Record<string, Uint8Array> = {
    '_rels/.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<${x}workbook ${xmlns} xmlns:r="${RELATION}"><${x}sheets>${sheets
        .map(
          ({ name, hidden }, i) =>
            `<${x}sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="s${i}"${hidden ? ' state="hidden"' : ''}/>`,
        )
        .join('')}</${x}sheets></${x}workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${sheets
        .map(
          (_, i) =>
            `<Relationship Id="s${i}" Type="${RELATION}/worksheet" Target="worksheets/sheet${i}.xml"/>`,
        )
        .join('')}<Relationship Id="st" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    ),
    // formats: 0 general, 1 a date, 2 ten digits with leading zeros
    'xl/styles.xml': strToU8(
      `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ),
  }
  for (const [i, sheet] of sheets.entries())
    files[`xl/worksheets/sheet${i}.xml`] = strToU8(sheetXml(sheet, x, xmlns))
  return zipSync(files)
}

function sheetXml({ rows, hiddenRows = [], merged = [] }: TestSheet, x: string, xmlns: string): string {
  const lines = rows.map((cells, i) => {
    const hidden = hiddenRows.includes(i + 1) ? ' hidden="1"' : ''
    const xml = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${i + 1}`, x))
    return `<${x}row r="${i + 1}"${hidden}>${xml.join('')}</${x}row>`
  })
  const areas = merged.map((area) => `<${x}mergeCell ref="${area}"/>`).join('')
  return `<${x}worksheet ${xmlns}><${x}sheetData>${lines.join('\n')}</${x}sheetData>${
    areas && `<${x}mergeCells>${areas}</${x}mergeCells>`
  }</${x}worksheet>`
}

function cellXml(cell: TestCell, address: string, x: string): string {
  if (typeof cell !== 'string' && 'xml' in cell) return cell.xml.replace('<c', `<c r="${address}"`)
  if (typeof cell !== 'string')
    return `<${x}c r="${address}" s="${cell.style ?? 0}"><${x}v>${cell.number}</${x}v></${x}c>`
  if (cell === '') return ''
  return `<${x}c r="${address}" t="inlineStr"><${x}is><${x}t xml:space="preserve">${escapeXml(cell)}</${x}t></${x}is></${x}c>`
}
