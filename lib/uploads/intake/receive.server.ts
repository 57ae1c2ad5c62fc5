import 'server-only'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { checkMediaType } from '@/lib/http/body.server'
import { Refusal } from '@/lib/platform/refusal'
import { ingestUpload } from '@/lib/uploads/intake/ingest.server'
import { drain, readWireLines } from '@/lib/uploads/intake/lines.server'
import { MAX_ORIGINAL_LINE, MAX_UNPACKED, WIRE_BYTES, WIRE_TYPE } from '@/lib/uploads/wire'

/** Compressed size in bytes; the decompressed size is declared in a header and limited in wire.ts. */
export const MAX_PACKED = 30 * 1024 * 1024
/** Concurrent uploads: each holds one of ten database connections while it runs. */
const AT_ONCE = 3

/** How long a second upload of the same person waits for the first (ms). */
const WAIT_MS = 10_000

/** Uploads being received, by the ID of the person, with a promise for their end. */
const senders = new Map<string, Promise<void>>()

/**
 * Receives the body of `POST /api/uploads`: validates the headers before reading, then ingests. A refusal is sent after
 * the rest of the body was read.
 * @returns the ID of the new upload, and the digest of the unpacked body
 * @throws Refusal 411, 413, 415, 429 upload_in_progress, 503 uploads_busy, and those of ingestUpload
 */
export async function receiveUpload(
  request: Request,
  by: RequestedBy,
  waitMs = WAIT_MS,
): Promise<{ id: string; bodyDigest: string }> {
  const digest = createHash('sha256')
  const { id } = await readUpload(request, by.actor, waitMs, (source, unpacked) =>
    ingestUpload(source, { unpacked, digest }, by),
  )
  return { id, bodyDigest: digest.digest('hex') }
}

/**
 * Reads a body that was sent again, within the same limits, and stores nothing of it.
 * @returns its digest as of `receiveUpload`, however it was packed
 */
export async function digestUpload(request: Request, actor: Actor): Promise<string> {
  const digest = createHash('sha256')
  await readUpload(request, actor, WAIT_MS, async (source, unpacked) => {
    const lines = readWireLines(source, unpacked, { limit: { bytes: MAX_ORIGINAL_LINE }, digest })
    while (!(await lines.next()).done);
  })
  return digest.digest('hex')
}

async function readUpload<T>(
  request: Request,
  { id }: Actor,
  waitMs: number,
  read: (source: Readable, unpacked: number) => Promise<T>,
): Promise<T> {
  const unpacked = checkHeaders(request)
  if (!request.body) throw new Refusal(400, 'body_truncated', 'The upload is empty.')
  const releaseSlot = await acquireSlot(id, waitMs)
  const source = Readable.fromWeb(request.body as NodeWebStream<Uint8Array>)
  // the line reader handles disconnects; without a listener the error would crash the process
  source.on('error', () => {})
  try {
    return await read(source, unpacked).finally(releaseSlot)
  } catch (error) {
    await drain(source)
    throw error
  }
}

/**
 * Takes the person's only slot, so that nobody takes all slots. A second upload waits for the first, up to `waitMs`.
 * @returns a function that frees the slot
 * @throws Refusal 429 upload_in_progress, 503 uploads_busy
 */
async function acquireSlot(userId: string, waitMs: number): Promise<() => void> {
  const headers = { 'retry-after': '5' }
  const late = sleep(waitMs, 'late', { ref: false })
  for (let first = senders.get(userId); first; first = senders.get(userId))
    if ((await Promise.race([first, late])) === 'late')
      throw new Refusal(
        429,
        'upload_in_progress',
        'You’re already sending a file. Wait until it has arrived, then send this one.',
        { headers },
      )
  if (senders.size >= AT_ONCE)
    throw new Refusal(503, 'uploads_busy', 'Several uploads are being received. Try again in a moment.', {
      headers,
    })
  const { promise, resolve } = Promise.withResolvers<void>()
  senders.set(userId, promise)
  return () => {
    senders.delete(userId)
    resolve()
  }
}

/** @returns the declared decompressed size in bytes */
function checkHeaders(request: Request): number {
  checkMediaType(request, WIRE_TYPE)
  if (!/^\d{1,12}$/.test(request.headers.get('content-length') ?? ''))
    throw new Refusal(411, 'length_required', 'Send a Content-Length.')
  const unpacked = request.headers.get(WIRE_BYTES) ?? ''
  if (!/^[1-9]\d{0,11}$/.test(unpacked))
    throw new Refusal(400, 'unpacked_size_required', `Send the unpacked size in ${WIRE_BYTES}.`)
  if (Number(unpacked) > MAX_UNPACKED)
    throw new Refusal(413, 'body_too_large', `The unpacked upload may have at most ${MAX_UNPACKED} bytes.`)
  return Number(unpacked)
}
