/**
 * Files by their path in the pack. A duplicate path is kept under a marked name, so that no file can hide behind
 * another.
 */
export type Files = Map<string, Uint8Array>

const MOST_BYTES = 1 << 30

/** Thrown for data that isn't a readable archive, or wouldn't fit into memory. */
export class Unreadable extends Error {}

/**
 * Reads an archive by its directory at the end (APPNOTE 4.3): stored and deflated files, no encryption, no zip64.
 * Bytes that the directory doesn't list count as files too, because programs that read from the start would
 * unpack them.
 * @throws Unreadable
 */
export async function readZip(bytes: Uint8Array): Promise<Files> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const files: Files = new Map()
  const spans: Span[] = []
  try {
    const end = endOf(view)
    const directory = view.getUint32(end + 16, true)
    // programs that count from the end, or prefer the locator of zip64, would otherwise find another directory
    const located = end >= 20 && view.getUint32(end - 20, true) === ZIP64_LOCATOR
    if (located || directory + view.getUint32(end + 12, true) !== end) throw new Unreadable()
    let at = directory
    let total = 0
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new Unreadable()
      const size = view.getUint32(at + 24, true)
      total += size
      if (total > MOST_BYTES) throw new Unreadable()
      const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
      const [name = 0, extra = 0, comment = 0] = lengths
      const path = textAt(bytes, at + 46, name)
      const span = spanOf(bytes, view, at)
      spans.push(span)
      const plain = await content(bytes, view, { at, size, span })
      // an empty folder is ignored; one with contents unpacks as a file
      if (!path.endsWith('/') || plain.length > 0) files.set(free(files, path), plain)
      for (const other of otherThan(bytes, view, { path, at, span }))
        files.set(free(files, other), new Uint8Array())
      at += 46 + name + extra + comment
    }
    spans.push({ path: '', from: directory, start: directory, to: at })
    const secret = findUnlisted(bytes, view, { spans, end })
    if (secret !== null) files.set(free(files, secret), new Uint8Array())
  } catch {
    throw new Unreadable()
  }
  return files
}

/** A file in the archive: its own name and byte range; `start`: of its compressed bytes. */
type Span = { path: string; from: number; start: number; to: number }

function spanOf(bytes: Uint8Array, view: DataView, at: number): Span {
  const from = view.getUint32(at + 42, true)
  if (view.getUint32(from, true) !== LOCAL) throw new Unreadable()
  const name = view.getUint16(from + 26, true)
  const start = from + 30 + name + view.getUint16(from + 28, true)
  return { path: textAt(bytes, from + 30, name), from, start, to: start + view.getUint32(at + 20, true) }
}

const LOCAL = 0x04034b50
const ZIP64_LOCATOR = 0x07064b50
/** Sizes may be repeated after a file (data descriptor); longer data doesn't belong to it. */
const LONGEST_TAIL = 24

/**
 * What other programs could unpack this file as: under another name, as a link or a device, or with the values of
 * its local header instead of the directory's. No manifest lists any of it.
 */
function* otherThan(
  bytes: Uint8Array,
  view: DataView,
  { path, at, span }: { path: string; at: number; span: Span },
): Generator<string> {
  if (span.path !== path) yield span.path
  const after = at + 46 + view.getUint16(at + 28, true)
  const fields = [
    ...extrasOf(bytes, view, { from: after, to: after + view.getUint16(at + 30, true) }),
    ...extrasOf(bytes, view, { from: span.start - view.getUint16(span.from + 28, true), to: span.start }),
  ]
  for (const { id, data } of fields)
    if (id === UNICODE_PATH && textAt(data, 5, data.length - 5) !== path)
      yield textAt(data, 5, data.length - 5)
  const type = view.getUint32(at + 38, true) >>> 28
  const plain = type === 0 || type === (path.endsWith('/') ? FOLDER : FILE)
  if (!plain || fields.some(({ id }) => WITH_LINKS.includes(id))) yield `${path} (no plain file)`
  if (!sameHeader(view, at, span.from)) yield path
}

const UNICODE_PATH = 0x7075
/** Extra fields that may contain the target of a link: PKWARE Unix, ASi Unix. */
const WITH_LINKS = [0x000d, 0x756e]
/** File types in the Unix mode. */
const FILE = 8
const FOLDER = 4

function* extrasOf(
  bytes: Uint8Array,
  view: DataView,
  { from, to }: { from: number; to: number },
): Generator<{ id: number; data: Uint8Array }> {
  for (let at = from; at < to; ) {
    const length = view.getUint16(at + 2, true)
    if (at + 4 + length > to) throw new Unreadable()
    yield { id: view.getUint16(at, true), data: bytes.subarray(at + 4, at + 4 + length) }
    at += 4 + length
  }
}

/** Compares method, checksum and sizes; all but the method may follow the data instead, and are zero here then. */
function sameHeader(view: DataView, at: number, from: number): boolean {
  const later = (view.getUint16(from + 6, true) & 8) !== 0
  if (view.getUint16(at + 10, true) !== view.getUint16(from + 8, true)) return false
  return [14, 18, 22].every((offset) => {
    const own = view.getUint32(from + offset, true)
    return own === view.getUint32(at + offset + 2, true) || (later && own === 0)
  })
}

/**
 * What the directory doesn't list: the name of a hidden file, or the offset of other bytes; null when there is
 * nothing.
 */
function findUnlisted(
  bytes: Uint8Array,
  view: DataView,
  { spans, end }: { spans: Span[]; end: number },
): string | null {
  let at = 0
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    if (from < at || from - at > (at === 0 ? 0 : LONGEST_TAIL)) {
      const isFile = at + 30 <= bytes.length && view.getUint32(at, true) === LOCAL
      return isFile ? textAt(bytes, at + 30, view.getUint16(at + 26, true)) : `${at}–${from}`
    }
    at = to
  }
  const whole = at === end && end + 22 + view.getUint16(end + 20, true) === bytes.length
  return whole ? null : `${at}–${bytes.length}`
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  new TextDecoder().decode(bytes.subarray(at, at + length))

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at
  throw new Unreadable()
}

type Listed = { at: number; size: number; span: Span }

async function content(bytes: Uint8Array, view: DataView, { at, size, span }: Listed): Promise<Uint8Array> {
  const method = view.getUint16(at + 10, true)
  const data = bytes.subarray(span.start, span.to)
  const plain = method === 0 ? data : method === 8 ? await inflate(data, size) : null
  if (!plain || plain.length !== size) throw new Unreadable()
  return plain
}

/** Node before 24 ignores bytes after the packed data, in which a file could hide. */
let ignoresMore: Promise<boolean> | undefined

async function inflate(data: Uint8Array, size: number): Promise<Uint8Array> {
  ignoresMore ??= canInflate(new Uint8Array([3, 0, 0]), 0)
  // packed data without such bytes needs its last one
  if ((await ignoresMore) && (await canInflate(data.subarray(0, -1), size))) throw new Unreadable()
  return unpack(data, size)
}

const canInflate = (data: Uint8Array, size: number): Promise<boolean> =>
  unpack(data, size).then(
    () => true,
    () => false,
  )

async function unpack(data: Uint8Array, size: number): Promise<Uint8Array> {
  const unpacked = new Blob([data as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const plain = new Uint8Array(size)
  let filled = 0
  const reader = unpacked.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return plain.subarray(0, filled)
    // more than the directory declares: a malicious archive
    if (filled + value.length > size) throw new Unreadable()
    plain.set(value, filled)
    filled += value.length
  }
}

/** Gives the second file of a duplicate path a path that no manifest lists. */
const free = (files: Files, path: string): string => (files.has(path) ? free(files, `${path} (again)`) : path)
