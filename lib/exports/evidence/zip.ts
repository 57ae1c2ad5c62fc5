import { Zip, ZipDeflate } from 'fflate'

/** One file of an archive: its bytes come in pieces, and only when they are wanted. */
export type ZipFile = { path: string; pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/**
 * Files as one archive, in pieces, as fast as they are read. Files come one after the other, so that a later one may
 * tell what the earlier ones held.
 * @param at the time that every file gets
 */
export async function* zipped(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, data) => {
    if (error) failed = error
    else if (data.length > 0) ready.push(data)
  })
  for await (const { path, pieces } of files) {
    const file = new ZipDeflate(path, { level: 6 })
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
