import type { Budget } from '@/lib/tables/budget'
import { MAX_CELL } from '@/lib/tables/table'
import { attribute, readXml } from '@/lib/tables/xml/read-xml'
import type { ZipParts } from './zip'

export type SheetPart = { name: string; path: string; hidden: boolean }

/** What cells refer to: shared strings, and which cell formats are dates or have leading zeros. */
type Shared = { texts: string[]; formats: NumberFormat[] }

/** `date`: the number counts days; a number: the minimum number of digits shown. */
export type NumberFormat = 'date' | number | null

export type Workbook = {
  sheets: SheetPart[]
  shared: Shared
  days1904: boolean
  /** The paths of the parts with the formats of cells and with the shared texts. */
  styles: string | undefined
  sharedStrings: string | undefined
}

/** The sheets of a workbook in order, and what their cells refer to; null when it isn't a workbook. */
export function readParts(parts: ZipParts): Workbook | null {
  const main = targetOf(parts, '_rels/.rels', /\/officeDocument$/, '') ?? 'xl/workbook.xml'
  const xml = parts.text(main)
  if (xml === undefined) return null
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const relations = `${folder}_rels/${main.slice(folder.length)}.rels`
  const targets = relationsOf(parts, relations, folder)
  const pathOf = (kind: string) => targets.find(({ type }) => type.endsWith(`/${kind}`))?.path
  const workbook: Workbook = {
    sheets: [],
    shared: { texts: [], formats: [] },
    days1904: false,
    styles: pathOf('styles'),
    sharedStrings: pathOf('sharedStrings'),
  }
  let root = ''
  const byId = new Map(targets.map((target) => [target.id, target]))
  const events = {
    open(name: string, attributes: Record<string, string>) {
      root ||= name
      if (name === 'workbookPr')
        workbook.days1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      if (name !== 'sheet') return
      const target = byId.get(attribute(attributes, 'id') ?? '')
      if (!target?.type.endsWith('/worksheet')) return
      const hidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible'
      workbook.sheets.push({ name: attribute(attributes, 'name') ?? '', path: target.path, hidden })
    },
  }
  readXml(xml, events, parts.budget)
  // documents and presentations have another root element
  if (root !== 'workbook') return null
  const part = (path: string | undefined) => (path === undefined ? undefined : parts.text(path))
  workbook.shared.texts = textsOf(part(workbook.sharedStrings), parts.budget)
  workbook.shared.formats = formatsOf(part(workbook.styles), parts.budget)
  return workbook
}

type Target = { id: string; type: string; path: string }

function relationsOf(parts: ZipParts, path: string, folder: string): Target[] {
  const targets: Target[] = []
  const xml = parts.text(path)
  if (xml === undefined) return targets
  const events = {
    open(name: string, { Id = '', Type = '', Target = '' }: Record<string, string>) {
      if (name !== 'Relationship') return
      targets.push({ id: Id, type: Type, path: resolved(Target.startsWith('/') ? Target : folder + Target) })
    },
  }
  readXml(xml, events, parts.budget)
  return targets
}

/** A path from the root without `.` and `..`. */
function resolved(path: string): string {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

function targetOf(parts: ZipParts, path: string, type: RegExp, folder: string): string | undefined {
  return relationsOf(parts, path, folder).find((target) => type.test(target.type))?.path
}

/** Reads the shared strings: the runs of a rich text are joined, phonetic readings left out. */
function textsOf(xml: Iterable<string> | undefined, budget: Budget): string[] {
  const texts: string[] = []
  if (xml === undefined) return texts
  let text = ''
  let inText = false
  let aids = 0
  const events = {
    open(name: string) {
      if (name === 'si') text = ''
      else if (name === 'rPh') aids += 1
      else if (name === 't') inText = aids === 0
    },
    text(piece: string) {
      if (inText) text += piece
    },
    close(name: string) {
      if (name === 'si') texts.push(unescapeXml(text))
      else if (name === 'rPh') aids -= 1
      else if (name === 't') inText = false
    },
  }
  readXml(xml, events, budget)
  return texts
}

/** The longest cell with every character escaped; longer strings are refused where a cell uses them. */
const MAX_STORED = 7 * MAX_CELL

/** Decodes _xHHHH_, the escape for characters that XML can't contain. */
export function unescapeXml(text: string): string {
  if (text.length > MAX_STORED || !text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** IDs of the built-in date formats (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** The number format of each cell format (cellXfs), in order. */
function formatsOf(xml: Iterable<string> | undefined, budget: Budget): NumberFormat[] {
  const formats: NumberFormat[] = []
  if (xml === undefined) return formats
  const own = new Map<number, NumberFormat>()
  let inCells = false
  const events = {
    open(name: string, attributes: Record<string, string>) {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') own.set(id, formatOf(attribute(attributes, 'formatCode') ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) formats.push(own.get(id) ?? (isBuiltInDate(id) ? 'date' : null))
    },
    close(name: string) {
      if (name === 'cellXfs') inCells = false
    },
  }
  readXml(xml, events, budget)
  return formats
}

/** The longest number format (a limit of Excel; ECMA-376 has none). */
const MAX_FORMAT = 255

function formatOf(code: string): NumberFormat {
  if (code.length > MAX_FORMAT) return null
  const bare = code.replace(/"[^"]*"|\\.|\[[^[\]]*\]|_./g, '')
  if (/^0{2,}$/.test(bare)) return bare.length
  return /[dmyhs]/i.test(bare) && !/[0#]/.test(withoutFraction(bare)) ? 'date' : null
}

/** `mm:ss.000` → `mm:ss.`: zeros at the end are parts of a second. */
function withoutFraction(format: string): string {
  let end = format.length
  while (end > 0 && !/\w/.test(format.charAt(end - 1))) end--
  let start = end
  while (format.charAt(start - 1) === '0') start--
  return format.slice(0, start) + format.slice(end)
}
