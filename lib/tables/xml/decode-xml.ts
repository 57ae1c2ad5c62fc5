import type { Encoding } from '@/lib/tables/text/choices'
import { decodeAs, knownEncoding, markOf, unitBytes } from '@/lib/tables/text/encoding'

type DecodedXml = { text: string; encoding: Encoding; bom: boolean }

/** `label`: the encoding that the XML declaration names, in lower case. */
type XmlEncoding = { encoding: Encoding; bomLength: number; label: string | null }

/** The encoding of XML: its byte order mark, zeros in its first character, its declaration, or UTF-8. */
export function encodingOfXml(bytes: Uint8Array): XmlEncoding {
  const mark = markOf(bytes)
  const bomLength = mark?.length ?? 0
  const wide = mark?.encoding ?? utf16WithoutMark(bytes)
  const start = decodeAs(bytes.subarray(bomLength, bytes.indexOf(0x3e) + 2), wide ?? 'windows-1252')
  const label = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/i.exec(start)?.[1]?.toLowerCase() ?? null
  return { encoding: wide ?? named(label) ?? 'utf-8', bomLength, label }
}

/**
 * Encodings that write markup in other ASCII characters: `+ADw-` is `<` in UTF-7. A reader that knows them finds elements
 * in what is a text to us.
 */
const HIDING = /utf-?7|2022|^hz|^scsu|^bocu/

/** Whether XML that names this encoding has only the elements that we find. */
export const showsElements = (label: string | null): boolean => label === null || !HIDING.test(label)

/** Decodes XML in its encoding (`encodingOfXml`); null when the bytes are invalid, or can hide elements. */
export function decodeXml(bytes: Uint8Array): DecodedXml | null {
  const { encoding, bomLength, label } = encodingOfXml(bytes)
  if (!showsElements(label)) return null
  const bom = bomLength > 0
  const body = bytes.subarray(bomLength)
  if (encoding !== 'utf-8') return { text: decodeAs(body, encoding), encoding, bom }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(body), encoding, bom }
  } catch {
    return null
  }
}

/** XML begins with `<`, which has a zero beside it in UTF-16. */
function utf16WithoutMark([a, b]: Uint8Array): Encoding | undefined {
  if (a === 0x3c && b === 0) return 'utf-16le'
  return a === 0 && b === 0x3c ? 'utf-16be' : undefined
}

/** The Encoding Standard takes these for windows-1252, but what declares them can also be UTF-8. */
const ASCII = ['us-ascii', 'ascii']

/** The encoding with this label in the Encoding Standard, such as windows-1252 for `iso8859-1`, if it is one of ours. */
function named(label: string | null): Encoding | undefined {
  if (label === null || ASCII.includes(label)) return undefined
  try {
    const encoding = knownEncoding(new TextDecoder(label).encoding)
    return encoding && unitBytes(encoding) === 1 ? encoding : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the bytes begin as XML, regardless of the file name: either with a declaration, or with an element or a
 * comment soon followed by the root of a payment file.
 */
export function beginsAsXml(bytes: Uint8Array): boolean {
  const mark = markOf(bytes)
  const body = bytes.subarray(mark?.length ?? 0, BEGINNING)
  const encoding = mark?.encoding ?? utf16WithoutMark(bytes) ?? 'windows-1252'
  const start = decodeAs(body, encoding).trimStart()
  return /^<\?xml\s/.test(start) || (start.startsWith('<') && /<(?:[\w-]+:)?Document[\s>]/.test(start))
}

const BEGINNING = 4000
