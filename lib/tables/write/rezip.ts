import { strToU8, Zip, ZipDeflate, type ZipInputFile } from 'fflate'
import type { ZipEntry } from '@/lib/tables/workbook/zip-directory'

/** Bytes per chunk of compressed output. */
const PIECE = 128 * 1024

/** The new text of a part; undefined copies it unchanged, null leaves it out. */
export type NewContent = (entry: ZipEntry) => Iterable<string> | undefined | null

/** Writes a ZIP file with other texts in some parts and yields it in chunks as it is compressed. */
export function* rezip(bytes: Uint8Array, entries: ZipEntry[], contentOf: NewContent): Generator<Uint8Array> {
  const packed: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    packed.push(piece)
  })
  for (const entry of entries) {
    const content = contentOf(entry)
    if (content === null) continue
    if (content === undefined) {
      copy(zip, bytes, entry)
      yield* packed.splice(0)
      continue
    }
    const file = new ZipDeflate(entry.name, { level: 6 })
    zip.add(file)
    for (const piece of content) {
      file.push(strToU8(piece))
      yield* packed.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* packed.splice(0)
  }
  zip.end()
  yield* packed.splice(0)
}

/** Copies a compressed part unchanged. */
function copy(zip: Zip, bytes: Uint8Array, entry: ZipEntry): void {
  const { name, method, crc, size, start, end } = entry
  const file: ZipInputFile = { filename: name, compression: method, crc, size }
  zip.add(file)
  for (let from = start; from < end; from += PIECE)
    file.ondata?.(null, bytes.slice(from, Math.min(from + PIECE, end)), false)
  file.ondata?.(null, new Uint8Array(), true)
}
