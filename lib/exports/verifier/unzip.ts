/** Files by their path in the pack. A path that occurs twice is kept with a mark: nothing may hide behind another. */
export type Files = Map<string, Uint8Array>

const MOST_BYTES = 1 << 30

/** What cannot be read as an archive, or would not fit into memory. */
export class Unreadable extends Error {}

/**
 * Reads an archive by its directory at the end (APPNOTE 4.3): stored and deflated files, no encryption, no zip64.
 * @throws Unreadable
 */
export async function readZip(bytes: Uint8Array): Promise<Files> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const files: Files = new Map()
  try {
    const end = endOf(view)
    let at = view.getUint32(end + 16, true)
    let total = 0
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new Unreadable()
      const size = view.getUint32(at + 24, true)
      total += size
      if (total > MOST_BYTES) throw new Unreadable()
      const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
      const [name = 0, extra = 0, comment = 0] = lengths
      const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name))
      if (!path.endsWith('/')) files.set(free(files, path), await content(bytes, view, at, size))
      at += 46 + name + extra + comment
    }
  } catch {
    throw new Unreadable()
  }
  return files
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at
  throw new Unreadable()
}

async function content(bytes: Uint8Array, view: DataView, at: number, size: number): Promise<Uint8Array> {
  const method = view.getUint16(at + 10, true)
  const packed = view.getUint32(at + 20, true)
  const local = view.getUint32(at + 42, true)
  if (view.getUint32(local, true) !== 0x04034b50) throw new Unreadable()
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const data = bytes.subarray(start, start + packed)
  const plain = method === 0 ? data : method === 8 ? await inflate(data, size) : null
  if (!plain || plain.length !== size) throw new Unreadable()
  return plain
}

async function inflate(data: Uint8Array, size: number): Promise<Uint8Array> {
  const unpacked = new Blob([data as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const plain = new Uint8Array(size)
  let filled = 0
  const reader = unpacked.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return plain.subarray(0, filled)
    // more than the directory declares: an archive that lies
    if (filled + value.length > size) throw new Unreadable()
    plain.set(value, filled)
    filled += value.length
  }
}

/** A second file of the same path gets a path that no manifest lists. */
const free = (files: Files, path: string): string => (files.has(path) ? free(files, `${path} (again)`) : path)
