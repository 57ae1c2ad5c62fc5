import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { parseJsonObject } from '@/lib/http/json'
import { assertStillAuthorised } from '@/lib/keys/still-authorised.server'
import { Refusal } from '@/lib/platform/refusal'

/** Checks the headers before anything is read: the declared size is within the limit, and there is no Content-Encoding. */
export function checkDeclaredSize(request: Request, maxBytes: number): void {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes)
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity')
    throw new Refusal(415, 'content_encoding', 'Send the body without Content-Encoding.')
}

/** The media type of a body and its parameters, in lower case. */
const contentType = (request: Request): string[] =>
  (request.headers.get('content-type') ?? '').toLowerCase().split(';')

const wrongMediaType = (wanted: string) => new Refusal(415, 'media_type', `Send ${wanted}.`)

/** @throws Refusal 415 media_type */
export function checkMediaType(request: Request, wanted: string): void {
  if (contentType(request)[0]?.trim() !== wanted) throw wrongMediaType(wanted)
}

const JSON_TYPE = 'application/json'

/** `application/json`, in UTF-8 or without a charset. */
function checkJsonType(request: Request): void {
  checkMediaType(request, JSON_TYPE)
  const [, ...parameters] = contentType(request)
  const charset = parameters.map((item) => /^\s*charset\s*=\s*"?([^"\s]+)"?/.exec(item)?.[1]).find(Boolean)
  if (!charset) return
  const encoding = encodingOf(charset)
  if (encoding === null) throw wrongMediaType(JSON_TYPE)
  if (encoding !== 'utf-8') throw new Refusal(415, 'charset', 'Send the JSON in UTF-8.')
}

function encodingOf(charset: string): string | null {
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return null
  }
}

const tooLarge = (maxBytes: number) =>
  new Refusal(413, 'body_too_large', `The body may have at most ${maxBytes} bytes.`)

const tooSlow = () =>
  new Refusal(408, 'body_slow', 'The body took too long to arrive. Send the request again.', {
    headers: { connection: 'close' },
  })

/** Timeout in milliseconds for reading a body: 30 seconds, plus a second per 16 KB of `maxBytes`. */
const timeFor = (maxBytes: number) => 30_000 + (maxBytes / 16_384) * 1_000

type Limits = { refusal?: Refusal; withinMs?: number }

/**
 * Reads a whole body and counts its bytes, because the declared size may be missing. A client that disconnects
 * causes a refusal, not an internal error.
 * @throws Refusal 400 body_truncated, 408 body_slow, 413 body_too_large or `refusal`
 */
export async function readBody(
  { body }: Request,
  maxBytes: number,
  { refusal = tooLarge(maxBytes), withinMs = timeFor(maxBytes) }: Limits = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const giveUp = () => reader.cancel().catch(() => {})
  let late = false
  const timer = setTimeout(() => {
    late = true
    void giveUp()
  }, withinMs)
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    while (size <= maxBytes) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      pieces.push(value)
    }
  } catch {
    throw new Refusal(400, 'body_truncated', 'The body ended too early.')
  } finally {
    clearTimeout(timer)
  }
  if (late) throw tooSlow()
  if (size <= maxBytes) return new Uint8Array(Buffer.concat(pieces))
  await giveUp()
  throw refusal
}

/**
 * Reads a file. It may have taken minutes, so its sender must still have access.
 * @throws Refusal those of `readBody`; 401 session_required | key_invalid
 */
export async function readSentFile(request: Request, actor: Actor, maxBytes: number, limits?: Limits) {
  const bytes = await readBody(request, maxBytes, limits)
  await assertStillAuthorised(actor)
  return bytes
}

/** @returns the JSON object of a body of at most `maxBytes` */
export async function readJsonObject(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  checkJsonType(request)
  const body = await readBody(request, maxBytes)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new Refusal(400, 'json_invalid', 'The body isn’t valid UTF-8.')
  }
  return parseJsonObject(text)
}

// On globalThis, because Next bundles route handlers separately. Slots in use in this process, by kind and person ID.
const shared = globalThis as unknown as { accordHeld?: Map<string, number> }

/**
 * Takes one of a person's slots for bodies that use much memory: files being received, and downloads.
 * @returns a function that gives it back; a second call does nothing
 * @throws what `full` returns when all `atOnce` are taken
 */
export function takeBodySlot(
  kind: 'download' | 'file',
  userId: string,
  { atOnce, full }: { atOnce: number; full: () => Refusal },
): () => void {
  shared.accordHeld ??= new Map()
  const held = shared.accordHeld
  const place = `${kind} ${userId}`
  const mine = held.get(place) ?? 0
  if (mine >= atOnce) throw full()
  held.set(place, mine + 1)
  let taken = true
  return () => {
    if (!taken) return
    taken = false
    const left = (held.get(place) ?? 1) - 1
    if (left > 0) held.set(place, left)
    else held.delete(place)
  }
}

const FILES_AT_ONCE = 3

/** Runs the handler of a file that a person sends. @throws Refusal 429 upload_in_progress during three others */
export async function receiveFile<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const giveBack = takeBodySlot('file', userId, { atOnce: FILES_AT_ONCE, full: stillSending })
  return work().finally(giveBack)
}

const stillSending = () =>
  new Refusal(
    429,
    'upload_in_progress',
    'You’re already sending other files. Wait until they have arrived, then send this one.',
    { headers: { 'retry-after': '5' } },
  )

const MAX_DRAINED_BYTES = 32 * 1024 * 1024
const DRAIN_WITHIN_MS = 5_000

/**
 * Drains the body of a refused request, up to 32 MB and 5 s. Otherwise a client that is still sending would see a
 * closed connection instead of the response. A larger declared size isn't drained. Never throws.
 */
export async function drainBody({ body, bodyUsed, headers }: Request): Promise<void> {
  if (!body || bodyUsed || body.locked || Number(headers.get('content-length') ?? 0) > MAX_DRAINED_BYTES)
    return
  const reader = body.getReader()
  const giveUp = () => reader.cancel().catch(() => {})
  const late = setTimeout(giveUp, DRAIN_WITHIN_MS)
  try {
    for (let drained = 0; drained <= MAX_DRAINED_BYTES; ) {
      const { done, value } = await reader.read()
      if (done) return
      drained += value.byteLength
    }
    await giveUp()
  } catch {
    // a client that disconnected needs no response
  } finally {
    clearTimeout(late)
  }
}
