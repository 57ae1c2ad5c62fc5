import { ENCODINGS, type Encoding } from './choices'
import { guessSingleByte, isMostlyUtf8 } from './single-byte'

export type Decoded = { text: string; encoding: Encoding; bom: boolean; bomLength: number }

/**
 * Decodes the bytes of a file. Tries in this order: the encoding asked for, a byte order mark, UTF-16 without a mark
 * (every second byte zero), UTF-8 with few invalid lines, and the best single-byte encoding (`guessSingleByte`).
 * Returns null when no encoding gives readable text. The text is not normalised.
 */
export function decode(bytes: Uint8Array, wanted?: string): Decoded | null {
  const mark = markOf(bytes)
  const encoding = knownEncoding(wanted) ?? mark?.encoding ?? utf16WithoutMark(bytes)
  if (encoding) {
    const bomLength = mark?.encoding === encoding ? mark.length : 0
    return { text: decodeAs(bytes.subarray(bomLength), encoding), encoding, bom: bomLength > 0, bomLength }
  }
  const text = strictUtf8(bytes) ?? (isMostlyUtf8(bytes) ? decodeAs(bytes, 'utf-8') : null)
  if (text !== null) return { text, encoding: 'utf-8', bom: false, bomLength: 0 }
  const guess = guessSingleByte(bytes)
  return guess && { text: decodeAs(bytes, guess), encoding: guess, bom: false, bomLength: 0 }
}

/** Decodes without looking for a byte order mark; invalid bytes become U+FFFD. */
export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
}

/** Encodes text in an encoding that `decode` reads. Unsupported characters become "?". Adds no byte order mark. */
export function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return encodeUtf16(text, encoding === 'utf-16le')
  const table = tableOf(encoding)
  const characters = Array.from(text)
  return Uint8Array.from(characters, (character) => table.get(character) ?? 0x3f)
}

/** Bytes per code unit: what `scan` counts as one position. */
export function unitBytes(encoding: Encoding): 1 | 2 {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1
}

const MARKS: { encoding: Encoding; bytes: number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** The byte order mark at the start of a file, if there is one. */
export function markOf(bytes: Uint8Array): { encoding: Encoding; length: number } | undefined {
  const mark = MARKS.find((candidate) => candidate.bytes.every((byte, i) => bytes[i] === byte))
  return mark && { encoding: mark.encoding, length: mark.bytes.length }
}

/** The encoding with this label, if it is one of ours: what a browser declared is not copied into a header. */
export function knownEncoding(label: string | undefined): Encoding | undefined {
  return ENCODINGS.find((encoding) => encoding === label)
}

/** Western text in UTF-16 has a zero in nearly every second byte and almost none in the others. */
function utf16WithoutMark(bytes: Uint8Array): Encoding | undefined {
  const length = Math.min(bytes.length, 4096) & ~1
  const zeros = [0, 0]
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / (length / 2 || 1))
  if (odd > 0.4 && even < 0.05) return 'utf-16le'
  if (even > 0.4 && odd < 0.05) return 'utf-16be'
  return undefined
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function encodeUtf16(text: string, little: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little)
  return bytes
}

const tables = new Map<Encoding, Map<string, number>>()

function tableOf(encoding: Encoding): Map<string, number> {
  let table = tables.get(encoding)
  if (!table) {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const characters = Array.from(decodeAs(all, encoding))
    table = new Map(
      characters.map((character, byte) => [character, byte] as const).filter(([c]) => c !== '\uFFFD'),
    )
    tables.set(encoding, table)
  }
  return table
}
