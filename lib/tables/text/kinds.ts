import type { FileProblem } from '@/lib/tables/table'

const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06], // without entries
]
const OLD_OFFICE = [[0xd0, 0xcf, 0x11, 0xe0]]
const SIGNATURES = [
  ...ZIP,
  ...OLD_OFFICE,
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0x1f, 0x8b], // gzip
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0x52, 0x61, 0x72, 0x21], // rar
]

const beginsWith = (bytes: Uint8Array, signatures: number[][]): boolean =>
  signatures.some((signature) => signature.every((byte, i) => bytes[i] === byte))

/** Whether the bytes begin as a ZIP file; its reader checks whether it is complete. */
export const isZip = (bytes: Uint8Array): boolean => beginsWith(bytes, ZIP)

/** Whether the bytes begin as a file of an Office program before 2007, or as an encrypted workbook. */
export const isOldOffice = (bytes: Uint8Array): boolean => beginsWith(bytes, OLD_OFFICE)

/** Detects by content, not by name, that bytes are not delimited text: another file type, or markup. */
export function foreignFile(bytes: Uint8Array): FileProblem | undefined {
  if (beginsWith(bytes, SIGNATURES)) return 'file_type'
  const start = new TextDecoder('windows-1252')
    .decode(bytes.subarray(0, 512))
    .replace(/^(?:ï»¿)?\s+|^ï»¿/, '')
  if (/^<(?:!doctype|\?xml|html|!--|[a-z][\w:-]*[\s/>])/i.test(start)) return 'header_not_found'
  return /^(?:\{\s*"|\[\s*[[{])/.test(start) ? 'header_not_found' : undefined
}
