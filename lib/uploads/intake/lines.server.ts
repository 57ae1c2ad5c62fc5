import 'server-only'
import type { Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip, type Gunzip } from 'node:zlib'
import { Refusal } from '@/lib/platform/refusal'
import { MAX_ROW_LINE } from '@/lib/uploads/wire'

/** Idle timeout of an upload. */
const IDLE_MS = 20_000
/**
 * The minimum speed: `leastPerSecond` compressed bytes for every second spent waiting for the sender, after a grace
 * period.
 */
type Pace = { idleMs: number; graceMs: number; leastPerSecond: number }
const PACE: Pace = { idleMs: IDLE_MS, graceMs: 20_000, leastPerSecond: 16 * 1024 }
const NEWLINE = 10

/** The maximum line length. The caller raises it before the last line, which holds the original file. */
export type LineLimit = { bytes: number }

const bad = (code: string, message: string) => new Refusal(400, code, message)

/**
 * Decompresses a gzip body and yields its lines without their LF. Pull based: nothing is read while a batch is written.
 * @param unpacked the declared decompressed size; any other size is refused, which also stops gzip bombs
 * @param how.digest is fed with what was decompressed
 * @throws Refusal 400 gzip_invalid | line_too_long | body_truncated | size_mismatch, 408 upload_idle | upload_slow, 413
 * body_too_large
 */
export async function* readWireLines(
  source: Readable,
  unpacked: number,
  {
    limit = { bytes: MAX_ROW_LINE },
    digest,
    pace,
  }: { limit?: LineLimit; digest?: Hash; pace?: Partial<Pace> } = {},
): AsyncGenerator<Buffer> {
  // pipe, not pipeline: a refused upload must not destroy the request before the response is sent
  const plain = source.pipe(createGunzip({ chunkSize: 256 * 1024 }))
  const lost = (error: Error) => plain.destroy(error)
  source.once('error', lost)
  source.once('close', () => {
    if (!source.readableEnded) lost(new Refusal(400, 'body_truncated', 'The upload ended too early.'))
  })
  const watch = paceWatch(plain, { ...PACE, ...pace })
  const rest: Buffer[] = []
  let restBytes = 0
  let total = 0
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      watch.came()
      total += chunk.byteLength
      if (total > unpacked) throw new Refusal(413, 'body_too_large', 'More was sent than was declared.')
      digest?.update(chunk)
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const tail = chunk.subarray(start, end)
        if (restBytes + tail.length > limit.bytes) throw bad('line_too_long', 'A line is too long.')
        yield restBytes > 0 ? Buffer.concat([...rest.splice(0), tail]) : tail
        restBytes = 0
        start = end + 1
      }
      if (start < chunk.length) {
        rest.push(chunk.subarray(start))
        restBytes += chunk.length - start
      }
      if (restBytes > limit.bytes) throw bad('line_too_long', 'A line is too long.')
      watch.asked()
    }
    if (restBytes > 0) throw bad('body_truncated', 'The last line is cut off.')
    if (total !== unpacked)
      throw bad('size_mismatch', `${unpacked} bytes were declared, ${total} bytes came.`)
  } catch (error) {
    throw refusalOf(error)
  } finally {
    watch.stop()
    source.off('error', lost)
  }
}

/**
 * A timeout of our own for stalled or very slow senders, which the database doesn't notice. Only the time spent waiting
 * for the next chunk counts, not the time spent storing the last one.
 */
function paceWatch(plain: Gunzip, { idleMs, graceMs, leastPerSecond }: Pace) {
  let since: number | null = performance.now()
  let before = 0
  const look = () => {
    const idle = since === null ? 0 : performance.now() - since
    const waited = before + idle
    if (idle > idleMs)
      plain.destroy(new Refusal(408, 'upload_idle', 'Nothing arrived for too long. Send the file again.'))
    else if (waited > graceMs && plain.bytesWritten < (leastPerSecond * (waited - graceMs)) / 1000)
      plain.destroy(
        new Refusal(
          408,
          'upload_slow',
          'The file arrived too slowly. Send it again over a faster connection.',
        ),
      )
  }
  const timer = setInterval(look, Math.min(1_000, idleMs / 4, graceMs / 4))
  return {
    asked: () => {
      since = performance.now()
    },
    came: () => {
      if (since !== null) before += performance.now() - since
      since = null
    },
    stop: () => clearInterval(timer),
  }
}

function refusalOf(error: unknown): unknown {
  const code = (error as { code?: string }).code
  if (error instanceof Refusal) return error
  if (code === 'Z_BUF_ERROR') return bad('body_truncated', 'The upload ended too early.')
  if (code?.startsWith('Z_')) return bad('gzip_invalid', 'The body isn’t gzip.')
  return code === 'ECONNRESET' || code === 'ABORT_ERR' || (error as Error).name === 'AbortError'
    ? bad('body_truncated', 'The upload ended too early.')
    : error
}

/**
 * Reads the rest of the body, for a limited time: browsers show a response during the upload as a broken connection.
 */
export async function drain(source: Readable): Promise<void> {
  source.unpipe()
  source.resume()
  await finished(source, { signal: AbortSignal.timeout(IDLE_MS) }).catch(() => source.destroy())
}
