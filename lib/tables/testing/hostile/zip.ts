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
  packed?: number
  at?: number
  /** In the directory only: no local header, no bytes. */
  listedOnly?: boolean
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A ZIP file with any directory; `change` can alter the end record. */
export function rawZip(entries: RawEntry[], change: (end: Buffer) => void = () => {}): Uint8Array {
  const pieces: Uint8Array[] = []
  const listed: Uint8Array[] = []
  let at = 0
  for (const entry of entries) {
    const { name, data, method = 8, size, crc = 0, flags = 0, listedOnly } = entry
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(method, 4)
    facts.writeUInt32LE(crc, 10)
    facts.writeUInt32LE(entry.packed ?? data.length, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(entry.at ?? at, 10)
    listed.push(latin1('PK\x01\x02'), Buffer.from([20, 0]), facts, place, latin1(name))
    if (listedOnly) continue
    pieces.push(latin1('PK\x03\x04'), facts, latin1(name), data)
    at += 30 + name.length + data.length
  }
  const directory = Buffer.concat(listed)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  change(end)
  return new Uint8Array(Buffer.concat([...pieces, directory, end]))
}

export function packed(name: string, text: string | Uint8Array): RawEntry {
  const plain = Buffer.from(text as string)
  return { name, data: deflateRawSync(plain), size: plain.length, crc: crc32(plain) }
}

/**
 * `before`, a text repeated many times, and `after`: compressed without ever being in memory. The checksum is wrong.
 */
export function repeated(name: string, before: string, text: string, times: number, after: string): RawEntry {
  const block = 64 * 1024
  const each = Math.max(1, Math.floor(block / text.length))
  const flush = { finishFlush: constants.Z_FULL_FLUSH }
  const unit = deflateRawSync(text.repeat(each), flush)
  const rounds = Math.ceil(times / each)
  const data = Buffer.concat([
    deflateRawSync(before, flush),
    ...Array.from({ length: rounds }, () => unit),
    deflateRawSync(after),
  ])
  return { name, data, size: before.length + text.length * each * rounds + after.length }
}
