/**
 * Pieces that are made at their own pace and read at the reader's: what is ahead is held. Answered when the first piece is
 * there, so that whatever `make` refuses before is thrown here; later it ends the pieces with its error.
 * @param make gives each piece to `take`, which is false once nobody reads any more
 */
export async function runAhead<Piece>(
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
  // the reader of the stream hears of a late error
  whole.catch(() => {})
  await Promise.race([first, whole])
  return (async function* () {
    yield* stream as unknown as AsyncIterable<Piece>
  })()
}
