import { inflateSync } from 'node:zlib'

type Objects = Map<string, { head: string; stream: string }>

function readObjects(pdf: Buffer): Objects {
  const objects: Objects = new Map()
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const at = body.indexOf('stream\n')
    if (at < 0) objects.set(id, { head: body, stream: '' })
    else objects.set(id, { head: body.slice(0, at), stream: inflate(body.slice(0, at), body.slice(at + 7)) })
  }
  return objects
}

function inflate(head: string, body: string): string {
  const bytes = Buffer.from(body.slice(0, body.lastIndexOf('\nendstream')), 'latin1')
  return head.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

/** Maps glyphs to characters, as a PDF reader does when text is copied. */
function readCharacterMap(cmap: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, from = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    let glyph = Number.parseInt(from, 16)
    for (const [, units = ''] of list.matchAll(/<([0-9a-f]*)>/g)) {
      const character = units.replace(/.{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)))
      characters.set((glyph++).toString(16).padStart(4, '0'), character)
    }
  }
  return characters
}

/** The selectable text of each page of a report, lines joined by one space. */
export function extractPdfText(pdf: Buffer): string[] {
  const objects = readObjects(pdf)
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]
      if (cmap) fonts.set(name, readCharacterMap(objects.get(cmap)?.stream ?? ''))
    }
  const pages = [...objects.values()].filter(({ stream }) => /\bBT\b/.test(stream))
  return pages.map(({ stream }) => {
    let characters = new Map<string, string>()
    const lines: string[] = []
    for (const [, font, glyphRun] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) characters = fonts.get(font) ?? new Map()
      const glyphs = [...(glyphRun ?? '').matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join('')
      if (glyphRun) lines.push(glyphs.replace(/.{4}/g, (glyph) => characters.get(glyph) ?? '\ufffd'))
    }
    return lines.join(' ').replace(/\s+/g, ' ')
  })
}
