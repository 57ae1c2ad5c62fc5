import { ENCODINGS, type Encoding } from '@/lib/tables/text/choices'
import { decodeAs } from '@/lib/tables/text/encoding'

type DecodedXml = { text: string; encoding: Encoding; bom: boolean }

/** Decodes XML by its byte order mark or declaration, else as UTF-8; null when the bytes are invalid. */
export function decodeXml(bytes: Uint8Array): DecodedXml | null {
  const mark = markOf(bytes)
  const encoding = mark?.encoding ?? declaredIn(bytes) ?? 'utf-8'
  const body = bytes.subarray(mark?.length ?? 0)
  if (encoding !== 'utf-8') return { text: decodeAs(body, encoding), encoding, bom: mark !== undefined }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return { text, encoding, bom: mark !== undefined }
  } catch {
    return null
  }
}

function markOf(bytes: Uint8Array): { encoding: Encoding; length: number } | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 }
  return a === 0xfe && b === 0xff ? { encoding: 'utf-16be', length: 2 } : undefined
}

/** Encoding labels of XML declarations that differ from ours. */
const LABELS: Record<string, Encoding> = {
  'iso-8859-1': 'windows-1252',
  'us-ascii': 'utf-8',
  latin1: 'windows-1252',
}

function declaredIn(bytes: Uint8Array): Encoding | undefined {
  const start = decodeAs(bytes.subarray(0, 200), 'windows-1252')
  const label = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i.exec(start)?.[1]?.toLowerCase()
  if (label === undefined) return undefined
  return LABELS[label] ?? ENCODINGS.find((encoding) => encoding === label)
}

/**
 * Do the bytes begin as XML, whatever the file is called? Either with a declaration, or with an element or a comment
 * soon followed by the root of a payment file.
 */
export function beginsAsXml(bytes: Uint8Array): boolean {
  const mark = markOf(bytes)
  const body = bytes.subarray(mark?.length ?? 0, BEGINNING)
  const start = decodeAs(body, mark?.encoding ?? 'windows-1252').trimStart()
  return /^<\?xml\s/.test(start) || (start.startsWith('<') && /<(?:[\w-]+:)?Document[\s>]/.test(start))
}

const BEGINNING = 4000
