import { constants, crc32, deflateRawSync } from 'node:zlib'

/** An entry of the directory, true or not; omitted fields are true. */
export type RawEntry = {
  name: string
  /** Packed. */
  data: Uint8Array
  method?: number
  size: number
  crc?: number
  flags?: number
  /** The declared compressed size and offset, when they are false. */
  packedSize?: number
  offset?: number
  /** In the directory only: no local header, no bytes. */
  directoryOnly?: boolean
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A ZIP file with any directory; `change` can alter the end record. */
export function rawZip(entries: RawEntry[], change: (end: Buffer) => void = () => {}): Uint8Array {
  const pieces: Uint8Array[] = []
  const directoryEntries: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    const { name, data, method = 8, size, crc = 0, flags = 0, directoryOnly } = entry
    const commonHeader = Buffer.alloc(26)
    commonHeader.writeUInt16LE(20, 0)
    commonHeader.writeUInt16LE(flags, 2)
    commonHeader.writeUInt16LE(method, 4)
    commonHeader.writeUInt32LE(crc, 10)
    commonHeader.writeUInt32LE(entry.packedSize ?? data.length, 14)
    commonHeader.writeUInt32LE(size, 18)
    commonHeader.writeUInt16LE(name.length, 22)
    const directoryFields = Buffer.alloc(14)
    directoryFields.writeUInt32LE(entry.offset ?? offset, 10)
    directoryEntries.push(
      latin1('PK\x01\x02'),
      Buffer.from([20, 0]),
      commonHeader,
      directoryFields,
      latin1(name),
    )
    if (directoryOnly) continue
    pieces.push(latin1('PK\x03\x04'), commonHeader, latin1(name), data)
    offset += 30 + name.length + data.length
  }
  const directory = Buffer.concat(directoryEntries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  change(end)
  return new Uint8Array(Buffer.concat([...pieces, directory, end]))
}

export function deflatedEntry(name: string, text: string | Uint8Array): RawEntry {
  const bytes = Buffer.from(text as string)
  return { name, data: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) }
}

/**
 * `before`, a text repeated many times, and `after`: compressed without ever being in memory. The checksum is wrong.
 */
export function repeatedEntry(
  name: string,
  before: string,
  text: string,
  times: number,
  after: string,
): RawEntry {
  const blockSize = 64 * 1024
  const unitsPerBlock = Math.max(1, Math.floor(blockSize / text.length))
  const flush = { finishFlush: constants.Z_FULL_FLUSH }
  const deflatedBlock = deflateRawSync(text.repeat(unitsPerBlock), flush)
  const blocks = Math.ceil(times / unitsPerBlock)
  const data = Buffer.concat([
    deflateRawSync(before, flush),
    ...Array.from({ length: blocks }, () => deflatedBlock),
    deflateRawSync(after),
  ])
  return { name, data, size: before.length + text.length * unitsPerBlock * blocks + after.length }
}
