import { Budget } from '@/lib/tables/budget'
import type { OpenSheet } from '@/lib/tables/workbook/read-workbook'
import { entryText } from '@/lib/tables/workbook/zip'
import { readXml } from '@/lib/tables/xml/read-xml'
import { cellText } from '@/lib/tables/xml/write-xml'
import { copySheet, plainAttributes, type SheetCopy } from './copy-sheet'
import { NewZip, type PutXml } from './new-zip'
import { packageParts, SPREADSHEET, XML_HEAD } from './package-parts'

/**
 * Some rows of a sheet as a new workbook. It is written from nothing, so that no part of the original can carry texts
 * of the rows that are left out: it has the one sheet, its formats and the texts that its cells use. Other sheets,
 * notes, tables, filters, validations, conditional formats, links, defined names, pictures, charts, caches, macros and
 * properties are left out. Throws `BrokenXml`.
 */
export function cutWorkbook(
  bytes: Uint8Array,
  { parts, workbook, part }: OpenSheet,
  { rows, mergedUpTo }: Pick<SheetCopy, 'rows' | 'mergedUpTo'>,
): Uint8Array<ArrayBuffer> {
  const budget = new Budget()
  const xmlOf = (path: string) => {
    const entry = parts.find(path)
    return entry && entryText(bytes, entry, budget)
  }
  const zip = new NewZip()
  const texts = new Map<string, number>()
  const placeOfText = (text: string) => {
    const place = texts.get(text) ?? texts.size
    texts.set(text, place)
    return place
  }
  const copy = { rows, mergedUpTo, shared: workbook.shared.texts, placeOfText }
  copySheet(xmlOf(part.path) ?? [], copy, zip.part('xl/worksheets/sheet1.xml'), budget)
  const styles = workbook.styles === undefined ? undefined : xmlOf(workbook.styles)
  if (styles) copyStyles(styles, zip.part('xl/styles.xml'), budget)
  writeTexts(texts.keys(), zip.part('xl/sharedStrings.xml'))
  const frame = packageParts({
    sheets: [part.name],
    styles: styles !== undefined,
    sharedStrings: true,
    days1904: workbook.days1904,
  })
  for (const [path, xml] of frame) zip.part(path)(xml, 'last')
  return zip.end()
}

function writeTexts(texts: Iterable<string>, put: PutXml): void {
  put(`${XML_HEAD}<sst xmlns="${SPREADSHEET}">`)
  for (const text of texts) put(`<si><t xml:space="preserve">${cellText(text)}</t></si>`)
  put('</sst>', 'last')
}

/** What cells refer to by number; names of styles and formats of tables are left out. */
const STYLES = new Set(['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'colors'])
const EXTENSIONS = new Set(['extLst', 'AlternateContent'])

function copyStyles(xml: Iterable<string>, put: PutXml, budget: Budget): void {
  let depth = 0
  let leftAt: number | null = null
  const events = {
    open(name: string, attributes: Record<string, string>) {
      depth += 1
      const isLeft = EXTENSIONS.has(name) || (depth === 2 && !STYLES.has(name))
      if (leftAt === null && isLeft) leftAt = depth
      if (leftAt !== null) return
      put(
        depth === 1
          ? `${XML_HEAD}<styleSheet xmlns="${SPREADSHEET}">`
          : `<${name}${plainAttributes(attributes)}>`,
      )
    },
    close(name: string) {
      if (leftAt === null) put(depth === 1 ? '</styleSheet>' : `</${name}>`)
      else if (leftAt === depth) leftAt = null
      depth -= 1
    },
  }
  readXml(xml, events, budget)
  put('', 'last')
}
