import { attributeText } from '@/lib/tables/xml/write-xml'

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a new workbook beside the frame: `xl/worksheets/sheet1.xml` and so on, and those that are true. */
type PackageOptions = { sheets: string[]; styles: boolean; sharedStrings?: boolean; days1904?: boolean }

/** The frame of a new workbook (ECMA-376, part 2): content types, relationships and the list of its sheets. */
export function packageParts(options: PackageOptions): [path: string, xml: string][] {
  const parts = [
    ...options.sheets.map((_, n) => ({ kind: 'worksheet', path: `worksheets/sheet${n + 1}.xml` })),
    ...(options.styles ? [{ kind: 'styles', path: 'styles.xml' }] : []),
    ...(options.sharedStrings ? [{ kind: 'sharedStrings', path: 'sharedStrings.xml' }] : []),
  ].map((part, n) => ({ ...part, id: `rId${n + 1}` }))
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
  const override = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}" ContentType="${TYPES}.${kind}+xml"/>`
  const types = parts.map(({ path, kind }) => override(path, kind)).join('')
  const links = parts.map(({ id, kind, path }) => relation(id, kind, path)).join('')
  const sheets = options.sheets.map(
    (name, n) => `<sheet name="${attributeText(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
  )
  const dates = options.days1904 ? '<workbookPr date1904="1"/>' : ''
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook.xml', 'sheet.main')}${types}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}">${dates}<sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${links}</Relationships>`,
    ],
  ].map(([path, xml]) => [path as string, XML_HEAD + xml])
}
