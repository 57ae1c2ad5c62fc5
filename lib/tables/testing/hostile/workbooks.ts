import { deflatedEntry, type RawEntry, rawZip, repeatedEntry } from './zip'

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const IBAN = 'FR7630006000011234567890189'

const RELS = deflatedEntry(
  '_rels/.rels',
  `<Relationships><Relationship Id="r1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
)
export const SHEET = 'xl/worksheets/sheet1.xml'
const STYLES = deflatedEntry(
  'xl/styles.xml',
  '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>',
)

const workbookXml = (sheets: number) =>
  deflatedEntry(
    'xl/workbook.xml',
    `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATION}"><sheets>${Array.from(
      { length: sheets },
      (_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="s${i}"/>`,
    ).join('')}</sheets></workbook>`,
  )

const workbookRels = (sheets: number) =>
  deflatedEntry(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${Array.from(
      { length: sheets },
      (_, i) => `<Relationship Id="s${i}" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>`,
    ).join(
      '',
    )}<Relationship Id="st" Type="${RELATION}/styles" Target="styles.xml"/><Relationship Id="ss" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  )

/** The parts of a workbook with one sheet, whose XML is given. */
export function workbookParts(
  sheet: RawEntry,
  { styles = STYLES, sheets = 1, more = [] as RawEntry[] } = {},
): RawEntry[] {
  return [RELS, workbookXml(sheets), workbookRels(sheets), styles, ...more, sheet]
}

const START = `<worksheet xmlns="${NAMESPACE}"><sheetData>`
const END = '</sheetData></worksheet>'
const text = (value: string) => `<c t="str"><v>${value}</v></c>`
const HEADER = `<row r="1">${text('Name')}${text('IBAN')}</row>`
const ROW = `<row r="2">${text('Jean Dupont')}${text(IBAN)}</row>`

/** A sheet with a header and one payee, and the given XML before, between and after its rows. */
const sheet = ({ rows = '', after = '', before = '' }) =>
  deflatedEntry(SHEET, `${before}${START}${HEADER}${ROW}${rows}</sheetData>${after}</worksheet>`)
export const repeatedSheet = (unit: string, times: number, before = HEADER + ROW) =>
  repeatedEntry(SHEET, START + before, unit, times, END)
export const makeWorkbook = (...given: Parameters<typeof workbookParts>) => rawZip(workbookParts(...given))
export const VALID_SHEET = sheet({})
const stylesXml = (xml: string) => deflatedEntry('xl/styles.xml', `<styleSheet>${xml}</styleSheet>`)
const numberFormat = (code: string) =>
  stylesXml(
    `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`,
  )
const sharedStrings = (entry: RawEntry) => [{ ...entry, name: 'xl/sharedStrings.xml' }]
const sharedRows = (count: number) =>
  Array.from({ length: count }, (_, i) => `<row r="${i + 3}"><c t="s"><v>0</v></c>${text(IBAN)}</row>`).join(
    '',
  )
export const hostileSheets: Record<string, [() => Uint8Array, string]> = {
  'a merged area beyond the last cell': [
    () => makeWorkbook(sheet({ after: '<mergeCells><mergeCell ref="A1:ZZZZZZ999999999"/></mergeCells>' })),
    'file_damaged',
  ],
  'a merged area of the whole sheet': [
    () => makeWorkbook(sheet({ after: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>' })),
    'table',
  ],
  'a hundred thousand merged areas of the whole sheet': [
    () =>
      makeWorkbook(
        sheet({ after: `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100_000)}</mergeCells>` }),
      ),
    'table',
  ],
  'four hundred megabytes of empty cells': [
    () => makeWorkbook(repeatedSheet('<c/>', 100_000_000, '<row>')),
    'too_many_cells',
  ],
  'two hundred megabytes of references': [
    () => makeWorkbook(repeatedSheet('&amp;', 40_000_000, '<row><c t="str"><v>')),
    'too_many_cells',
  ],
  'a hundred megabytes of shared texts that are empty': [
    () =>
      makeWorkbook(VALID_SHEET, {
        more: sharedStrings(repeatedEntry('', '<sst>', '<si/>', 50_000_000, '</sst>')),
      }),
    'too_many_cells',
  ],
  'a shared text of two hundred megabytes': [
    () => {
      const texts = repeatedEntry('', '<sst><si><t>', 'a', 200_000_000, '</t></si></sst>')
      return makeWorkbook(sheet({ rows: sharedRows(10) }), { more: sharedStrings(texts) })
    },
    'file_damaged',
  ],
  'a shared text that is longer than a cell': [
    () =>
      makeWorkbook(sheet({ rows: sharedRows(10) }), {
        more: sharedStrings(deflatedEntry('', `<sst><si><t>${'a'.repeat(40_000)}</t></si></sst>`)),
      }),
    'cell_too_long',
  ],
  'a long shared text in ninety thousand cells': [
    () =>
      makeWorkbook(sheet({ rows: sharedRows(90_000) }), {
        more: sharedStrings(deflatedEntry('', `<sst><si><t>${'a '.repeat(16_000)}</t></si></sst>`)),
      }),
    'file_unpacks_too_large',
  ],
  'fifty million cell formats': [
    () =>
      makeWorkbook(VALID_SHEET, {
        styles: repeatedEntry(
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
    () => makeWorkbook(VALID_SHEET, { styles: numberFormat(`d${'['.repeat(80_000)}`) }),
    'table',
  ],
  'a number format of eighty thousand zeros': [
    () => makeWorkbook(VALID_SHEET, { styles: numberFormat(`d${'0'.repeat(80_000)}x`) }),
    'table',
  ],
  'many number formats as long as they may be': [
    () => {
      const format = (i: number) =>
        `<numFmt numFmtId="${i}" formatCode="d${(i % 2 ? '[' : '0').repeat(250)}x"/>`
      return makeWorkbook(VALID_SHEET, {
        styles: stylesXml(Array.from({ length: 50_000 }, (_, i) => format(i)).join('')),
      })
    },
    'table',
  ],
  'a comment of a million rows behind the last one': [
    () => makeWorkbook(sheet({ rows: `<!-- ${'<row>'.repeat(1_000_000)} -->` })),
    'table',
  ],
  'rows in CDATA and in instructions': [
    () =>
      makeWorkbook(
        sheet({
          rows: `<?x ${'<row>'.repeat(1000)}?><row r="3"><c t="str"><v><![CDATA[</row><row>]]></v></c></row>`,
        }),
      ),
    'table',
  ],
  'a million elements in one another': [
    () => makeWorkbook(sheet({ rows: `${'<a>'.repeat(1_000_000)}${'</a>'.repeat(1_000_000)}` })),
    'file_damaged',
  ],
  'entities of entities': [
    () =>
      makeWorkbook(
        sheet({ before: '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>' }),
      ),
    'file_damaged',
  ],
  'a number of a million digits': [
    () => makeWorkbook(sheet({ rows: `<row r="3"><c><v>${'1'.repeat(1_000_000)}</v></c></row>` })),
    'cell_too_long',
  ],
  'a row whose number has a million digits': [
    () => makeWorkbook(sheet({ rows: `<row r="${'1'.repeat(1_000_000)}">${text('x')}</row>` })),
    'file_damaged',
  ],
  'a cell whose address has a million letters': [
    () =>
      makeWorkbook(sheet({ rows: `<row r="3"><c r="${'Z'.repeat(1_000_000)}3" t="str"><v>x</v></c></row>` })),
    'too_many_columns',
  ],
  'a hundred thousand rows with one cell far to the right': [
    () =>
      makeWorkbook(
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
    () => makeWorkbook(sheet({ rows: `<row r="3">${text('x').repeat(16_384)}</row>` })),
    'too_many_columns',
  ],
  'three hundred thousand rows': [() => makeWorkbook(repeatedSheet('<row/>', 300_000)), 'too_many_rows'],
  'a cell with a million attributes': [
    () =>
      makeWorkbook(
        sheet({
          rows: `<row r="3"><c ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}=""`).join(' ')}/></row>`,
        }),
      ),
    'table',
  ],
  'five hundred rows of a thousand formulas': [
    () =>
      makeWorkbook(
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
      makeWorkbook(deflatedEntry(SHEET, `${START}<row>${text('x'.repeat(30_000)).repeat(100)}</row>${END}`), {
        sheets: 10_000,
      }),
    'file_unpacks_too_large',
  ],
  'a start of a row as long as a file': [
    () => makeWorkbook(sheet({ rows: `<row r="3" spans="${'1'.repeat(2_000_000)}">${text('x')}</row>` })),
    'table',
  ],
  'NULs between the rows': [() => makeWorkbook(sheet({ rows: '\0\0\0' })), 'file_damaged'],
  'a sheet in UTF-16': [
    () => makeWorkbook(deflatedEntry(SHEET, Buffer.from(`\ufeff${START}${HEADER}${ROW}${END}`, 'utf16le'))),
    'file_damaged',
  ],
  'escapes of signs as long as a part': [
    () =>
      makeWorkbook(sheet({ rows: `<row r="3"><c t="str"><v>${'_x0041_'.repeat(2_000_000)}</v></c></row>` })),
    'cell_too_long',
  ],
}
