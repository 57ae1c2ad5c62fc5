import { strFromU8 } from 'fflate'

/** A ZIP file that is inconsistent or truncated. */
export class BrokenZip extends Error {}

/** One entry of a ZIP file: its metadata, and where its compressed bytes are. */
export type ZipEntry = {
  name: string
  method: number
  encrypted: boolean
  crc: number
  /** Declared, decompressed. */
  size: number
  /** Start and end of the compressed bytes. */
  start: number
  end: number
}

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const LISTED = 0x02014b50
const LOCAL = 0x04034b50

/** Office programs write a few dozen; workbooks with thousands of pictures stay below. */
const MAX_ENTRIES = 10_000
/** The best that deflate can do is 1,032 to 1 (a match of 258 bytes in two bits). */
const MAX_RATIO = 1032

/**
 * Reads the central directory of a ZIP file (APPNOTE 4.3, including ZIP64) without decompressing anything. Throws
 * `BrokenZip` for an inconsistent directory, an impossible declared size, overlapping entries, and duplicate names.
 */
export function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const { count, from } = directoryAt(view)
  if (count > MAX_ENTRIES) throw new BrokenZip('too many entries')
  const entries: ZipEntry[] = []
  const spans: [number, number][] = []
  for (let at = from, left = count; left > 0; left--) {
    if (view.getUint32(at, true) !== LISTED) throw new BrokenZip('no entry where one should be')
    const { local, next, ...entry } = listedAt(bytes, view, at)
    const start = startOf(view, local)
    const end = start + entry.packed
    if (end > from) throw new BrokenZip('an entry runs into the directory')
    if (entry.size > entry.packed * MAX_RATIO) throw new BrokenZip('a size that cannot be')
    spans.push([local, end])
    entries.push({ ...entry, start, end })
    at = next
  }
  refuseOverlaps(spans)
  refuseTwins(entries)
  return entries
}

function directoryAt(view: DataView): { count: number; from: number } {
  const first = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= first; at--) {
    if (view.getUint32(at, true) !== END) continue
    const count = view.getUint16(at + 10, true)
    const from = view.getUint32(at + 16, true)
    const is64 = (count === 0xffff || from === 0xffffffff) && at >= 20
    if (!is64 || view.getUint32(at - 20, true) !== LOCATOR_64) return { count, from }
    const end64 = longAt(view, at - 12)
    if (view.getUint32(end64, true) !== END_64) throw new BrokenZip('no end of the directory')
    return { count: longAt(view, end64 + 32), from: longAt(view, end64 + 48) }
  }
  throw new BrokenZip('no directory')
}

function listedAt(bytes: Uint8Array, view: DataView, at: number) {
  const flags = view.getUint16(at + 8, true)
  const name = at + 46
  const extra = name + view.getUint16(at + 28, true)
  const comment = extra + view.getUint16(at + 30, true)
  const [size, packed, local] = wide(
    view,
    [24, 20, 42].map((field) => view.getUint32(at + field, true)),
    extra,
    comment,
  )
  return {
    name: strFromU8(bytes.subarray(name, extra), (flags & 0x800) === 0),
    method: view.getUint16(at + 10, true),
    encrypted: (flags & 1) === 1,
    crc: view.getUint32(at + 16, true),
    size: size as number,
    packed: packed as number,
    local: local as number,
    next: comment + view.getUint16(at + 32, true),
  }
}

/** Values that need more than 32 bits follow one another in an extra field (APPNOTE 4.5.3). */
function wide(view: DataView, numbers: number[], extra: number, end: number): number[] {
  if (!numbers.includes(0xffffffff)) return numbers
  for (let at = extra; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let field = at + 4
    return numbers.map((number) => {
      if (number !== 0xffffffff) return number
      field += 8
      return longAt(view, field - 8)
    })
  }
  throw new BrokenZip('a size is missing')
}

function longAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

function startOf(view: DataView, local: number): number {
  if (view.getUint32(local, true) !== LOCAL) throw new BrokenZip('an entry points nowhere')
  return local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
}

/** Overlapping entries would multiply the decompressed size (zip bomb). */
function refuseOverlaps(spans: [number, number][]): void {
  let before = 0
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    if (start < before) throw new BrokenZip('entries share bytes')
    before = end
  }
}

/** Programs disagree on which of two entries with the same name is valid. */
function refuseTwins(entries: ZipEntry[]): void {
  if (new Set(entries.map(({ name }) => partName(name))).size < entries.length)
    throw new BrokenZip('two entries of one name')
}

/** Part names are case-insensitive (ECMA-376, part 2), and some programs write backslashes. */
export function partName(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase()
}
