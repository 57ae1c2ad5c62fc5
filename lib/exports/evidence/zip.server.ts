import 'server-only'
import { constants, deflateRawSync } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'

/** One file of an archive: its bytes are streamed on demand. */
export type ZipFile = { path: string; pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/** Bytes compressed at once: more would compress slightly better, and use more memory. */
const TOGETHER = 128 * 1024

/**
 * Streams files as one archive, with backpressure. Files are read one after the other, so that a later one can
 * describe the earlier ones.
 * @param at the modification time of every file
 */
export async function* streamZip(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failed = error
    else if (data.length > 0) ready.push(data)
  })
  for await (const { path, pieces } of files) {
    const file = new Deflated(path)
    file.mtime = at
    zip.add(file)
    for await (const piece of pieces) {
      file.push(piece)
      yield* take()
    }
    file.push(new Uint8Array(), true)
    yield* take()
  }
  zip.end()
  yield* take()

  function* take(): Generator<Uint8Array> {
    if (failed) throw failed
    yield* ready.splice(0)
  }
}

/** Compressed by zlib, whose memory is outside the garbage-collected heap and freed after every file. */
class Deflated extends ZipPassThrough {
  private waiting: Uint8Array[] = []
  private held = 0

  constructor(path: string) {
    super(path)
    this.compression = 8
  }

  protected override process(piece: Uint8Array, last: boolean): void {
    this.waiting.push(piece)
    this.held += piece.length
    if (!last && this.held < TOGETHER) return
    const finishFlush = last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    const [only = piece] = this.waiting
    const together = this.waiting.length > 1 ? Buffer.concat(this.waiting, this.held) : only
    const packed = deflateRawSync(together, { finishFlush })
    this.waiting = []
    this.held = 0
    this.ondata(null, packed, last)
  }
}
