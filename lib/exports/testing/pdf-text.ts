import { inflateSync } from 'node:zlib'

type Objects = Map<string, { head: string; stream: string }>

function objectsOf(pdf: Buffer): Objects {
  const found: Objects = new Map()
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const at = body.indexOf('stream\n')
    if (at < 0) found.set(id, { head: body, stream: '' })
    else found.set(id, { head: body.slice(0, at), stream: unpacked(body.slice(0, at), body.slice(at + 7)) })
  }
  return found
}

function unpacked(head: string, body: string): string {
  const bytes = Buffer.from(body.slice(0, body.lastIndexOf('\nendstream')), 'latin1')
  return head.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

/** Maps glyphs to characters, as a PDF reader does when text is copied. */
function signsOf(cmap: string): Map<string, string> {
  const signs = new Map<string, string>()
  for (const [, from = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    let glyph = Number.parseInt(from, 16)
    for (const [, units = ''] of list.matchAll(/<([0-9a-f]*)>/g)) {
      const sign = units.replace(/.{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)))
      signs.set((glyph++).toString(16).padStart(4, '0'), sign)
    }
  }
  return signs
}

/** The selectable text of each page of a report, lines joined by one space. */
export function pdfText(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]
      if (cmap) fonts.set(name, signsOf(objects.get(cmap)?.stream ?? ''))
    }
  const pages = [...objects.values()].filter(({ stream }) => /\bBT\b/.test(stream))
  return pages.map(({ stream }) => {
    let signs = new Map<string, string>()
    const lines: string[] = []
    for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) signs = fonts.get(font) ?? new Map()
      const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join('')
      if (shown) lines.push(glyphs.replace(/.{4}/g, (glyph) => signs.get(glyph) ?? '\ufffd'))
    }
    return lines.join(' ').replace(/\s+/g, ' ')
  })
}
