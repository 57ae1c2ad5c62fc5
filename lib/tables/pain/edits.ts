import type { Edit } from '@/lib/tables/bytes'
import { encode, unitBytes } from '@/lib/tables/text/encoding'
import { byteAt, type Span, type XmlSource } from '@/lib/tables/xml/scan'

const NOTHING = new Uint8Array()
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Removes an element with the white space before it. */
export function removal(source: XmlSource, { start, end }: Span): Edit {
  let from = start
  while (' \t\r\n'.includes(source.units.charAt(from - 1) || 'x')) from -= 1
  return { from: byteAt(source, from), to: byteAt(source, end), bytes: NOTHING }
}

/** Replaces the text of an element. */
export function replacement(source: XmlSource, span: Span, text: string): Edit {
  const { start, open, shut, end } = span
  const bytes = encodedText(source, text)
  if (open < end) return { from: byteAt(source, open), to: byteAt(source, shut), bytes }
  // <Nm/> becomes <Nm>…</Nm>; what the tag says is copied in its bytes
  const tag = source.units.slice(start, end - 2).trimEnd()
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? ''
  const nameBytes = source.bytes.subarray(byteAt(source, start + 1), byteAt(source, start + 1 + name.length))
  const sign = (text: string) => encode(text, source.encoding)
  const all = [...sign('>'), ...bytes, ...sign('</'), ...nameBytes, ...sign('>')]
  return {
    from: byteAt(source, start + tag.length),
    to: byteAt(source, end),
    bytes: Uint8Array.from(all),
  }
}

/** Encodes text for the file. XML markup, and characters that the encoding lacks, become character references. */
function encodedText(source: XmlSource, text: string): Uint8Array {
  const written = text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)
  return encode(
    written.replace(/[^\0-\x7f]/gu, (sign) =>
      has(source, sign) ? sign : `&#x${sign.codePointAt(0)?.toString(16).toUpperCase()};`,
    ),
    source.encoding,
  )
}

/** The labels of the encodings of Windows. Others that are read as these, such as ISO-8859-1, have fewer characters. */
const WINDOWS = /^(?:windows-|(?:x-)?cp)125\d$/

/**
 * Whether a character can be written as it is. A bank decodes a file as it declares, so if the declaration isn't the
 * encoding that we found, only ASCII is safe.
 */
function has({ encoding, label }: XmlSource, sign: string): boolean {
  if (unitBytes(encoding) === 2) return true
  if (encoding === 'utf-8') return label === null || label === 'utf-8' || label === 'utf8'
  const [byte = 0x3f] = encode(sign, encoding)
  const isNarrow =
    encoding.startsWith('windows-') && !WINDOWS.test(label ?? '') && byte >= 0x80 && byte < 0xa0
  return byte !== 0x3f && !isNarrow
}
