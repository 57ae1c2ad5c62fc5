/** 10 MB. */
export const MAX_DOCUMENT = 10 * 1024 * 1024
export const MAX_DOCUMENTS = 20
const DOCUMENT_TYPES = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const
export type MediaType = keyof typeof DOCUMENT_TYPES
export const DOCUMENT_MEDIA_TYPES = Object.keys(DOCUMENT_TYPES)

const SIGNATURES: [MediaType, number[]][] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]

/** The type of a file from its first bytes, whatever its name or declared type; null for unsupported files. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | null {
  const found = SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))
  return found ? found[0] : null
}

/**
 * A name that is safe to show and to send in a header: the last path segment without control, bidi and reserved
 * characters, at most 100 long, with the extension of the detected type.
 */
export function safeFileName(given: string, type: MediaType): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = Array.from(last)
    .filter((sign) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}<>:"|?*]/u.test(sign))
    .join('')
  const stem = clean.replace(/\.(pdf|png|jpe?g)$/i, '').replace(/^[.\s]+|[.\s]+$/g, '')
  return `${Array.from(stem).slice(0, 100).join('') || 'document'}.${DOCUMENT_TYPES[type]}`
}
