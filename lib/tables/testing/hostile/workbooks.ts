import { packed, type RawEntry, rawZip, repeated } from './zip'

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const IBAN = 'FR7630006000011234567890189'

const RELS = packed(
  '_rels/.rels',
  `<Relationships><Relationship Id="r1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
)
export const SHEET = 'xl/worksheets/sheet1.xml'
const STYLES = packed('xl/styles.xml', '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>')

const workbookXml = (sheets: number) =>
  packed(
    'xl/workbook.xml',
    `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATION}"><sheets>${Array.from(
      { length: sheets },
      (_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="s${i}"/>`,
    ).join('')}</sheets></workbook>`,
  )

const targets = (sheets: number) =>
  packed(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${Array.from(
      { length: sheets },
      (_, i) => `<Relationship Id="s${i}" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>`,
    ).join(
      '',
    )}<Relationship Id="st" Type="${RELATION}/styles" Target="styles.xml"/><Relationship Id="ss" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  )

/** The parts of a workbook with one sheet, whose XML is given. */
export function parts(
  sheet: RawEntry,
  { styles = STYLES, sheets = 1, more = [] as RawEntry[] } = {},
): RawEntry[] {
  return [RELS, workbookXml(sheets), targets(sheets), styles, ...more, sheet]
}

const START = `<worksheet xmlns="${NAMESPACE}"><sheetData>`
const END = '</sheetData></worksheet>'
const text = (value: string) => `<c t="str"><v>${value}</v></c>`
const HEADER = `<row r="1">${text('Name')}${text('IBAN')}</row>`
const ROW = `<row r="2">${text('Jean Dupont')}${text(IBAN)}</row>`

/** A sheet with a header and one payee, and the given XML before, between and after its rows. */
const sheet = ({ rows = '', behind = '', before = '' }) =>
  packed(SHEET, `${before}${START}${HEADER}${ROW}${rows}</sheetData>${behind}</worksheet>`)
export const many = (unit: string, times: number, before = HEADER + ROW) =>
  repeated(SHEET, START + before, unit, times, END)
export const book = (...given: Parameters<typeof parts>) => rawZip(parts(...given))
export const good = sheet({})
const styled = (xml: string) => packed('xl/styles.xml', `<styleSheet>${xml}</styleSheet>`)
const formats = (code: string) =>
  styled(
    `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`,
  )
const shared = (entry: RawEntry) => [{ ...entry, name: 'xl/sharedStrings.xml' }]
const sharedRows = (count: number) =>
  Array.from({ length: count }, (_, i) => `<row r="${i + 3}"><c t="s"><v>0</v></c>${text(IBAN)}</row>`).join(
    '',
  )
export const hostileSheets: Record<string, [() => Uint8Array, string]> = {
  'a merged area beyond the last cell': [
    () => book(sheet({ behind: '<mergeCells><mergeCell ref="A1:ZZZZZZ999999999"/></mergeCells>' })),
    'file_damaged',
  ],
  'a merged area of the whole sheet': [
    () => book(sheet({ behind: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>' })),
    'table',
  ],
  'a hundred thousand merged areas of the whole sheet': [
    () =>
      book(
        sheet({ behind: `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells>` }),
      ),
    'table',
  ],
  'four hundred megabytes of empty cells': [() => book(many('<c/>', 100_000_000, '<row>')), 'too_many_cells'],
  'two hundred megabytes of references': [
    () => book(many('&amp;', 40_000_000, '<row><c t="str"><v>')),
    'too_many_cells',
  ],
  'a hundred megabytes of shared texts that are empty': [
    () => book(good, { more: shared(repeated('', '<sst>', '<si/>', 50_000_000, '</sst>')) }),
    'too_many_cells',
  ],
  'a shared text of two hundred megabytes': [
    () => {
      const texts = repeated('', '<sst><si><t>', 'a', 200_000_000, '</t></si></sst>')
      return book(sheet({ rows: sharedRows(10) }), { more: shared(texts) })
    },
    'file_damaged',
  ],
  'a shared text that is longer than a cell': [
    () =>
      book(sheet({ rows: sharedRows(10) }), {
        more: shared(packed('', `<sst><si><t>${'a'.repeat(40_000)}</t></si></sst>`)),
      }),
    'cell_too_long',
  ],
  'a long shared text in ninety thousand cells': [
    () =>
      book(sheet({ rows: sharedRows(90_000) }), {
        more: shared(packed('', `<sst><si><t>${'a '.repeat(16_000)}</t></si></sst>`)),
      }),
    'file_unpacks_too_large',
  ],
  'fifty million cell formats': [
    () =>
      book(good, {
        styles: repeated(
          'xl/styles.xml',
          '<styleSheet><cellXfs>',
          '<xf/>',
          50_000_000,
          '</cellXfs></styleSheet>',
        ),
      }),
    'too_many_cells',
  ],
  'a number format of eighty thousand brackets': [
    () => book(good, { styles: formats(`d${'['.repeat(80_000)}`) }),
    'table',
  ],
  'a number format of eighty thousand zeros': [
    () => book(good, { styles: formats(`d${'0'.repeat(80_000)}x`) }),
    'table',
  ],
  'many number formats as long as they may be': [
    () => {
      const format = (i: number) =>
        `<numFmt numFmtId="${i}" formatCode="d${(i % 2 ? '[' : '0').repeat(250)}x"/>`
      return book(good, { styles: styled(Array.from({ length: 50_000 }, (_, i) => format(i)).join('')) })
    },
    'table',
  ],
  'a comment of a million rows behind the last one': [
    () => book(sheet({ rows: `<!-- ${'<row>'.repeat(1_000_000)} -->` })),
    'table',
  ],
  'rows in CDATA and in instructions': [
    () =>
      book(
        sheet({
          rows: `<?x ${'<row>'.repeat(1000)}?><row r="3"><c t="str"><v><![CDATA[</row><row>]]></v></c></row>`,
        }),
      ),
    'table',
  ],
  'a million elements in one another': [
    () => book(sheet({ rows: `${'<a>'.repeat(1_000_000)}${'</a>'.repeat(1_000_000)}` })),
    'file_damaged',
  ],
  'entities of entities': [
    () => book(sheet({ before: '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>' })),
    'file_damaged',
  ],
  'a number of a million digits': [
    () => book(sheet({ rows: `<row r="3"><c><v>${'1'.repeat(1_000_000)}</v></c></row>` })),
    'cell_too_long',
  ],
  'a row whose number has a million digits': [
    () => book(sheet({ rows: `<row r="${'1'.repeat(1_000_000)}">${text('x')}</row>` })),
    'file_damaged',
  ],
  'a cell whose address has a million letters': [
    () => book(sheet({ rows: `<row r="3"><c r="${'Z'.repeat(1_000_000)}3" t="str"><v>x</v></c></row>` })),
    'too_many_columns',
  ],
  'a hundred thousand rows with one cell far to the right': [
    () =>
      book(
        sheet({
          rows: Array.from(
            { length: 100_000 },
            (_, i) => `<row><c r="ALL${i + 3}" t="str"><v>x</v></c></row>`,
          ).join(''),
        }),
      ),
    'too_many_cells',
  ],
  'sixteen thousand columns': [
    () => book(sheet({ rows: `<row r="3">${text('x').repeat(16_384)}</row>` })),
    'too_many_columns',
  ],
  'three hundred thousand rows': [() => book(many('<row/>', 300_000)), 'too_many_rows'],
  'a cell with a million attributes': [
    () =>
      book(
        sheet({
          rows: `<row r="3"><c ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}=""`).join(' ')}/></row>`,
        }),
      ),
    'table',
  ],
  'five hundred rows of a thousand formulas': [
    () =>
      book(
        sheet({
          rows: Array.from(
            { length: 500 },
            (_, i) => `<row r="${i + 3}">${'<c><f/><v>1</v></c>'.repeat(1000)}</row>`,
          ).join(''),
        }),
      ),
    'table',
  ],
  'ten thousand sheets that are all the same part': [
    () =>
      book(packed(SHEET, `${START}<row>${text('x'.repeat(30_000)).repeat(100)}</row>${END}`), {
        sheets: 10_000,
      }),
    'file_unpacks_too_large',
  ],
  'a start of a row as long as a file': [
    () => book(sheet({ rows: `<row r="3" spans="${'1'.repeat(2_000_000)}">${text('x')}</row>` })),
    'table',
  ],
  'NULs between the rows': [() => book(sheet({ rows: '\0\0\0' })), 'file_damaged'],
  'a sheet in UTF-16': [
    () => book(packed(SHEET, Buffer.from(`\ufeff${START}${HEADER}${ROW}${END}`, 'utf16le'))),
    'file_damaged',
  ],
  'escapes of signs as long as a part': [
    () => book(sheet({ rows: `<row r="3"><c t="str"><v>${'_x0041_'.repeat(2_000_000)}</v></c></row>` })),
    'cell_too_long',
  ],
}
