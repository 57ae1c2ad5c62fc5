/**
 * Streams chunks that are produced at their own pace; chunks ahead of the reader are buffered. Resolves with the
 * first chunk, so that earlier errors of `make` are thrown here; a later error fails the stream.
 * @param make passes each chunk to `take`, which returns false once the reader is gone
 */
export async function streamChunks<Piece>(
  make: (take: (piece: Piece) => boolean) => Promise<void>,
): Promise<AsyncGenerator<Piece>> {
  let controller: ReadableStreamDefaultController<Piece> | undefined
  let begun = () => {}
  const stream = new ReadableStream<Piece>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      controller = undefined
    },
  })
  const first = new Promise<void>((resolve) => {
    begun = resolve
  })
  const whole = make((piece) => {
    controller?.enqueue(piece)
    begun()
    return controller !== undefined
  }).then(
    () => controller?.close(),
    (error: unknown) => {
      controller?.error(error)
      throw error
    },
  )
  // the reader of the stream gets a late error
  whole.catch(() => {})
  await Promise.race([first, whole])
  return (async function* () {
    yield* stream as unknown as AsyncIterable<Piece>
  })()
}
