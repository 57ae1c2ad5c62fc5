import { Inflate } from 'fflate'
import type { Budget } from '@/lib/tables/budget'
import { BrokenZip, type ZipEntry } from './zip-directory'

/** Compressed bytes per chunk: they decompress to at most 17 MB. */
const CHUNK = 16 * 1024
/** How many chunks of a valid file may yield nothing: a stored block has up to 64 KB. */
const IDLE_CHUNKS = 8

const STORED = 0
const DEFLATED = 8

/**
 * Decompresses one entry in chunks. Stops at the declared size and at the budget, even if there is more data. Throws
 * `BrokenZip` when size or checksum differ from the declared ones, or `LimitExceeded`.
 */
export function* unpack(bytes: Uint8Array, entry: ZipEntry, budget: Budget): Generator<Uint8Array> {
  const packed = bytes.subarray(entry.start, entry.end)
  let size = 0
  let crc = CRC_START
  for (const piece of piecesOf(packed, entry)) {
    size += piece.length
    if (size > entry.size) throw new BrokenZip('more than declared')
    budget.unpack(piece.length)
    crc = crcOf(crc, piece)
    if (piece.length > 0) yield piece
    if (size === entry.size) break
  }
  if (size !== entry.size || ~crc >>> 0 !== entry.crc) throw new BrokenZip('not what was declared')
}

function piecesOf(packed: Uint8Array, { method, encrypted }: ZipEntry): Iterable<Uint8Array> {
  if (encrypted) throw new BrokenZip('an encrypted entry')
  if (method === STORED) return slicesOf(packed)
  if (method === DEFLATED) return inflatePieces(packed)
  throw new BrokenZip('a compression that no workbook has')
}

function* inflatePieces(packed: Uint8Array): Generator<Uint8Array> {
  const out: Uint8Array[] = []
  const inflate = new Inflate((piece) => out.push(piece))
  let idle = 0
  for (let from = 0; from < packed.length; from += CHUNK) {
    attempt(() => inflate.push(packed.subarray(from, from + CHUNK), from + CHUNK >= packed.length))
    const pieces = out.splice(0)
    idle = pieces.some(({ length }) => length > 0) ? 0 : idle + 1
    if (idle > IDLE_CHUNKS) throw new BrokenZip('packed bytes that give nothing')
    yield* pieces
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw new BrokenZip(String(error))
  }
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK) yield bytes.subarray(from, from + CHUNK)
}

const CRC_START = -1

/** CRC-32 of every byte (ISO 3309), to process eight bits at a time. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

function crcOf(before: number, bytes: Uint8Array): number {
  let crc = before
  for (let i = 0; i < bytes.length; i++)
    crc = (CRC_TABLE[(crc ^ (bytes[i] as number)) & 255] as number) ^ (crc >>> 8)
  return crc
}
