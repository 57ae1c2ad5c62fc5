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

/**
 * A tagged PDF (PDF 1.7, logical structure) on A4: selectable text in embedded fonts, one column.
 * Characters missing from the fonts are written as their code points, never left out.
 */
export function openPdf(frame: Frame) {
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
  const whole = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))))
  fontOf(doc, 'strong')
  const font = fontOf(doc, 'text')
  const safe = (text: string) => drawable(text, (codePoint) => font.hasGlyphForCodePoint(codePoint))
  const root = doc.struct('Document')
  doc.addStructure(root)
  doc.y = TOP

  const style = (kind: FontName, size: number, color = INK) => doc.font(kind).fontSize(size).fillColor(color)
  const ensureSpace = (height: number) => {
    if (doc.y + height > BOTTOM) doc.addPage()
  }
  const block = (tag: string, text: string, kind: FontName, size: number, color = INK) => {
    const drawn = safe(text)
    style(kind, size, color)
    ensureSpace(doc.heightOfString(drawn, { width: WIDTH }))
    root.add(
      doc.struct(tag, {}, () => void style(kind, size, color).text(drawn, LEFT, doc.y, { width: WIDTH })),
    )
  }

  type Cell = { text: string; kind: FontName; x: number; width: number; color?: string; tag: 'TH' | 'TD' }
  const row = (table: PDFKit.PDFStructureElement, cells: Cell[], size: number) => {
    const drawn = cells.map((cell) => ({ ...cell, text: safe(cell.text) }))
    const heights = drawn.map(({ text, kind, width }) =>
      style(kind, size).heightOfString(text || ' ', { width }),
    )
    const height = Math.max(...heights)
    ensureSpace(height + 6)
    const y = doc.y
    const line = doc.struct('TR')
    table.add(line)
    for (const { text, kind, x, width, color, tag } of drawn)
      line.add(doc.struct(tag, {}, () => void style(kind, size, color).text(text || ' ', x, y, { width })))
    line.end()
    doc.y = y + height + 6
  }

  return {
    title: (text: string) => {
      block('H1', text, 'strong', 19)
      doc.y += 4
    },
    heading: (text: string) => {
      doc.y += 14
      ensureSpace(60)
      block('H2', text, 'strong', 12.5)
      doc.y += 4
    },
    text: (text: string, quiet = false) => {
      block('P', text, 'text', quiet ? 8.5 : 10, quiet ? MUTED : INK)
      doc.y += 4
    },
    /** A result in a frame, given in words, not only by colour. */
    result: (label: string, meaning: string) => {
      doc.y += 8
      ensureSpace(60)
      const top = doc.y
      doc.y += 10
      const inside = { width: WIDTH - 28 }
      root.add(
        doc.struct('P', {}, () => void style('strong', 15).text(safe(label), LEFT + 14, doc.y, inside)),
      )
      root.add(
        doc.struct('P', {}, () => void style('text', 10).text(safe(meaning), LEFT + 14, doc.y + 2, inside)),
      )
      const height = doc.y - top + 10
      doc.markContent('Artifact', { type: 'Layout' })
      doc.lineWidth(1.5).strokeColor(INK).roundedRect(LEFT, top, WIDTH, height, 5).stroke()
      doc.endMarkedContent()
      doc.y = top + height + 6
    },
    /** Pairs of a label and a value; null values are left out. */
    facts: (pairs: [string, string | null][]) => {
      const table = doc.struct('Table')
      root.add(table)
      for (const [label, value] of pairs) {
        if (value === null || value === '') continue
        row(
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
    },
    /** Long tables yield to other requests in between. */
    table: async (columns: Column[], rows: string[][]): Promise<void> => {
      const places: { x: number; width: number }[] = []
      let x = LEFT
      for (const { share } of columns) {
        places.push({ x, width: share * WIDTH - 8 })
        x += share * WIDTH
      }
      const table = doc.struct('Table')
      root.add(table)
      const cellsOf = (texts: string[], tag: 'TH' | 'TD') =>
        texts.map((text, index) => {
          const place = places[index] ?? { x: LEFT, width: 40 }
          const kind: FontName = tag === 'TH' ? 'strong' : 'text'
          return { text, tag, kind, ...place }
        })
      row(
        table,
        cellsOf(
          columns.map(({ title }) => title),
          'TH',
        ),
        8.5,
      )
      for (const [index, texts] of rows.entries()) {
        row(table, cellsOf(texts, 'TD'), 8.5)
        if (index % 10 === 9) await new Promise(setImmediate)
      }
      table.end()
    },
    /** @returns the file */
    finish: (): Promise<Buffer> => {
      root.end()
      const { start, count } = doc.bufferedPageRange()
      for (let page = start; page < start + count; page++) {
        doc.switchToPage(page)
        doc.page.margins.bottom = 0
        doc.markContent('Artifact', { type: 'Pagination' })
        drawHeaderAndFooter(doc, { ...frame, footer: safe(frame.footer) }, frame.page(page + 1, count), style)
        doc.endMarkedContent()
      }
      doc.end()
      return whole
    },
  }
}

type Style = (kind: FontName, size: number, color?: string) => PDFKit.PDFDocument

function drawHeaderAndFooter(doc: PDFKit.PDFDocument, frame: Frame, page: string, style: Style): void {
  const once = { lineBreak: false }
  doc
    .lineWidth(0.5)
    .strokeColor(LINE)
    .moveTo(LEFT, 782)
    .lineTo(LEFT + WIDTH, 782)
    .stroke()
  style('text', 8, MUTED).text(frame.footer, LEFT, 788, once)
  style('text', 8, MUTED).text(page, LEFT, 788, { width: WIDTH, align: 'right' })
  if (frame.notice) style('strong', 8).text(frame.notice, LEFT, 801, once)
  if (!frame.watermark) return
  doc
    .save()
    .rotate(-38, { origin: [297, 421] })
    .fillOpacity(0.1)
  style('strong', 84).text(frame.watermark, 0, 370, { width: 595, align: 'center' })
  doc.restore()
}
