import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { drawable } from '@/lib/exports/pdf/drawable'
import type { Locale } from '@/lib/platform/language/locale'

/** The header and footer of every page. */
export type Frame = {
  title: string
  lang: Locale
  /** left in the footer, such as the id of the record */
  footer: string
  /** a warning under the footer of every page */
  notice: string | null
  /** diagonally across every page */
  watermark: string | null
  page: (page: number, of: number) => string
  madeAt: Date
}
type FontName = 'text' | 'strong'
type Column = { title: string; share: number }

const FONTS = { text: '400Regular/Inter_400Regular.ttf', strong: '600SemiBold/Inter_600SemiBold.ttf' }
const [LEFT, TOP, WIDTH, BOTTOM] = [50, 56, 495, 770]
const HASH = /^[0-9a-f]{64}$/
const [INK, MUTED, LINE] = ['#1b1b1f', '#5c5c66', '#d0d0d6']

/** A font as pdfkit reads it. Cached, because parsing its tables costs more than a whole report. */
type Font = { hasGlyphForCodePoint(codePoint: number): boolean }
const cachedFonts = new Map<FontName, Font>()

const fontIn = (doc: PDFKit.PDFDocument, kind: FontName): Font =>
  (doc.font(kind) as unknown as { _font: { font: Font } })._font.font

function readFont(kind: FontName): Font {
  const doc = new PDFDocument({ font: null as unknown as string })
  const path = join(process.cwd(), 'node_modules/@expo-google-fonts/inter', FONTS[kind])
  doc.registerFont(kind, readFileSync(path) as unknown as string)
  return fontIn(doc, kind)
}

/**
 * The font with a glyph set of its own for this report. pdfkit caches a glyph that was first read as part of
 * another (the E of É) without its character, and the text couldn't be selected.
 */
function fontOf(doc: PDFKit.PDFDocument, kind: FontName): Font {
  const font = cachedFonts.get(kind) ?? readFont(kind)
  cachedFonts.set(kind, font)
  doc.registerFont(kind, Object.create(font, { _glyphs: { value: {} } }) as string)
  return fontIn(doc, kind)
}

/** A cell as it is placed on the page. */
type Cell = { text: string; kind: FontName; x: number; width: number; color?: string; tag: 'TH' | 'TD' }

/**
 * A tagged PDF (PDF 1.7, logical structure) on A4: selectable text in embedded fonts, one column.
 * Characters missing from the fonts are written as their code points, never left out.
 */
export class Pdf {
  readonly #frame: Frame
  readonly #doc: PDFKit.PDFDocument
  readonly #font: Font
  readonly #root: PDFKit.PDFStructureElement
  readonly #whole: Promise<Buffer>

  constructor(frame: Frame) {
    const doc = new PDFDocument({
      size: 'A4',
      margins: { top: TOP, left: LEFT, right: LEFT, bottom: 842 - BOTTOM },
      pdfVersion: '1.7',
      tagged: true,
      lang: frame.lang,
      displayTitle: true,
      bufferPages: true,
      font: null as unknown as string,
      info: { Title: frame.title, Producer: 'Accord', Creator: 'Accord', CreationDate: frame.madeAt },
    })
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    this.#whole = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))))
    fontOf(doc, 'strong')
    this.#font = fontOf(doc, 'text')
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
    doc.y = TOP
    this.#frame = frame
    this.#doc = doc
  }

  title(text: string): void {
    this.#block('H1', text, 'strong', 19)
    this.#doc.y += 4
  }

  heading(text: string): void {
    this.#doc.y += 14
    this.#ensureSpace(60)
    this.#block('H2', text, 'strong', 12.5)
    this.#doc.y += 4
  }

  text(text: string, quiet = false): void {
    this.#block('P', text, 'text', quiet ? 8.5 : 10, quiet ? MUTED : INK)
    this.#doc.y += 4
  }

  /** A result in a frame, given in words, not only by colour. */
  result(label: string, meaning: string): void {
    const doc = this.#doc
    doc.y += 8
    this.#ensureSpace(60)
    const top = doc.y
    doc.y += 10
    const line = (text: string, kind: FontName, size: number, below: number) =>
      this.#root.add(
        doc.struct('P', {}, () => {
          this.#style(kind, size).text(this.#safe(text), LEFT + 14, doc.y + below, { width: WIDTH - 28 })
        }),
      )
    line(label, 'strong', 15, 0)
    line(meaning, 'text', 10, 2)
    const height = doc.y - top + 10
    doc.markContent('Artifact', { type: 'Layout' })
    doc.lineWidth(1.5).strokeColor(INK).roundedRect(LEFT, top, WIDTH, height, 5).stroke()
    doc.endMarkedContent()
    doc.y = top + height + 6
  }

  /** Pairs of a label and a value; null values are left out. */
  facts(pairs: [string, string | null][]): void {
    const table = this.#table()
    for (const [label, value] of pairs) {
      if (value === null || value === '') continue
      this.#row(
        table,
        [
          { text: label, kind: 'text', x: LEFT, width: 150, color: MUTED, tag: 'TH' },
          { text: value, kind: 'text', x: LEFT + 160, width: WIDTH - 160, tag: 'TD' },
        ],
        // keeps a hash on one line, so that it can be compared
        HASH.test(value) ? 8.5 : 9.5,
      )
    }
    table.end()
  }

  /** Long tables yield to other requests in between. */
  async table(columns: Column[], rows: string[][]): Promise<void> {
    const table = this.#table()
    let x = LEFT
    const places = columns.map(({ share }) => {
      const place = { x, width: share * WIDTH - 8 }
      x += share * WIDTH
      return place
    })
    const row = (texts: string[], cell: Pick<Cell, 'tag' | 'kind'>) =>
      this.#row(
        table,
        places.map((place, index) => ({ text: texts[index] ?? '', ...cell, ...place })),
        8.5,
      )
    row(
      columns.map(({ title }) => title),
      { tag: 'TH', kind: 'strong' },
    )
    for (const [index, texts] of rows.entries()) {
      row(texts, { tag: 'TD', kind: 'text' })
      if (index % 10 === 9) await new Promise(setImmediate)
    }
    table.end()
  }

  /** @returns the file */
  finish(): Promise<Buffer> {
    this.#root.end()
    const { start, count } = this.#doc.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      this.#doc.switchToPage(page)
      this.#doc.page.margins.bottom = 0
      this.#doc.markContent('Artifact', { type: 'Pagination' })
      this.#headerAndFooter(this.#frame.page(page + 1, count))
      this.#doc.endMarkedContent()
    }
    this.#doc.end()
    return this.#whole
  }

  #safe(text: string): string {
    return drawable(text, (codePoint) => this.#font.hasGlyphForCodePoint(codePoint))
  }

  #style(kind: FontName, size: number, color = INK): PDFKit.PDFDocument {
    return this.#doc.font(kind).fontSize(size).fillColor(color)
  }

  #ensureSpace(height: number): void {
    if (this.#doc.y + height > BOTTOM) this.#doc.addPage()
  }

  #block(tag: string, text: string, kind: FontName, size: number, color = INK): void {
    const doc = this.#doc
    const drawn = this.#safe(text)
    this.#style(kind, size, color)
    this.#ensureSpace(doc.heightOfString(drawn, { width: WIDTH }))
    this.#root.add(
      doc.struct(tag, {}, () => {
        this.#style(kind, size, color).text(drawn, LEFT, doc.y, { width: WIDTH })
      }),
    )
  }

  #table(): PDFKit.PDFStructureElement {
    const table = this.#doc.struct('Table')
    this.#root.add(table)
    return table
  }

  #row(table: PDFKit.PDFStructureElement, cells: readonly Cell[], size: number): void {
    const doc = this.#doc
    const drawn = cells.map((cell) => ({ ...cell, text: this.#safe(cell.text) || ' ' }))
    const heights = drawn.map(({ text, kind, width }) =>
      this.#style(kind, size).heightOfString(text, { width }),
    )
    const height = Math.max(...heights)
    this.#ensureSpace(height + 6)
    const y = doc.y
    const line = doc.struct('TR')
    table.add(line)
    for (const { text, kind, x, width, color, tag } of drawn)
      line.add(doc.struct(tag, {}, () => void this.#style(kind, size, color).text(text, x, y, { width })))
    line.end()
    doc.y = y + height + 6
  }

  #headerAndFooter(page: string): void {
    const doc = this.#doc
    const { footer, notice, watermark } = this.#frame
    const once = { lineBreak: false }
    doc
      .lineWidth(0.5)
      .strokeColor(LINE)
      .moveTo(LEFT, 782)
      .lineTo(LEFT + WIDTH, 782)
      .stroke()
    this.#style('text', 8, MUTED).text(this.#safe(footer), LEFT, 788, once)
    this.#style('text', 8, MUTED).text(page, LEFT, 788, { width: WIDTH, align: 'right' })
    if (notice) this.#style('strong', 8).text(notice, LEFT, 801, once)
    if (!watermark) return
    doc
      .save()
      .rotate(-38, { origin: [297, 421] })
      .fillOpacity(0.1)
    this.#style('strong', 84).text(watermark, 0, 370, { width: 595, align: 'center' })
    doc.restore()
  }
}
