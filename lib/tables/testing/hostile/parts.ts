import { packed, type RawEntry, rawZip, repeated } from './zip'

export const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const IBAN = 'FR7630006000011234567890189'

export const RELS = packed(
  '_rels/.rels',
  `<Relationships><Relationship Id="r1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
)
export const SHEET = 'xl/worksheets/sheet1.xml'
export const STYLES = packed(
  'xl/styles.xml',
  '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>',
)

export const workbookXml = (sheets: number) =>
  packed(
    'xl/workbook.xml',
    `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATION}"><sheets>${Array.from(
      { length: sheets },
      (_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="s${i}"/>`,
    ).join('')}</sheets></workbook>`,
  )

export const targets = (sheets: number) =>
  packed(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${Array.from(
      { length: sheets },
      (_, i) => `<Relationship Id="s${i}" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>`,
    ).join(
      '',
    )}<Relationship Id="st" Type="${RELATION}/styles" Target="styles.xml"/><Relationship Id="ss" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  )

/** The parts of a workbook with one sheet, and the sheet as it is given. */
export function parts(
  sheet: RawEntry,
  { styles = STYLES, sheets = 1, more = [] as RawEntry[] } = {},
): RawEntry[] {
  return [RELS, workbookXml(sheets), targets(sheets), styles, ...more, sheet]
}

export const START = `<worksheet xmlns="${NAMESPACE}"><sheetData>`
export const END = '</sheetData></worksheet>'
export const text = (value: string) => `<c t="str"><v>${value}</v></c>`
export const HEADER = `<row r="1">${text('Name')}${text('IBAN')}</row>`
export const ROW = `<row r="2">${text('Jean Dupont')}${text(IBAN)}</row>`

/** A sheet with a header and one payee, and what is given before, among and behind its rows. */
export const sheet = ({ rows = '', behind = '', before = '' }) =>
  packed(SHEET, `${before}${START}${HEADER}${ROW}${rows}</sheetData>${behind}</worksheet>`)
export const many = (unit: string, times: number, before = HEADER + ROW) =>
  repeated(SHEET, START + before, unit, times, END)
export const book = (...given: Parameters<typeof parts>) => rawZip(parts(...given))
export const good = sheet({})
export const styled = (xml: string) => packed('xl/styles.xml', `<styleSheet>${xml}</styleSheet>`)
export const formats = (code: string) =>
  styled(
    `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`,
  )
export const shared = (entry: RawEntry) => [{ ...entry, name: 'xl/sharedStrings.xml' }]
export const sharedRows = (count: number) =>
  Array.from({ length: count }, (_, i) => `<row r="${i + 3}"><c t="s"><v>0</v></c>${text(IBAN)}</row>`).join(
    '',
  )
export const changed = (entry: RawEntry, change: Partial<RawEntry>) => book({ ...entry, ...change })
/** Deflate blocks with nothing in them. */
export const NOTHING = Buffer.alloc(10 * 1024 * 1024, Buffer.from([0, 0, 0, 0xff, 0xff]))
