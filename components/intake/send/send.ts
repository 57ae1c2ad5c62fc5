import { api } from '@/lib/http/paths'
import { uploadAccepted, WIRE_BYTES, WIRE_TYPE } from '@/lib/uploads/wire'
import type { Packed } from '../protocol'

/** The server refused the upload, so nothing was stored or billed; or it failed (`internal`), and it may have arrived. */
export class RefusedUpload extends Error {
  readonly code: string
  /** The stored response to the first try: another one with this key gets it again. */
  readonly replayed: boolean
  constructor(code: string, replayed: boolean) {
    super(`the upload was refused: ${code}`)
    this.code = code
    this.replayed = replayed
  }
}

/**
 * Sends one packed upload. The idempotency key makes a retry after a lost response safe.
 * @throws RefusedUpload with the code of the problem; TypeError when the server cannot be reached
 */
export async function sendUpload({ blob, bytes, key }: Packed): Promise<{ id: string }> {
  const answer = await fetch(api.uploads, {
    method: 'POST',
    headers: { 'content-type': WIRE_TYPE, [WIRE_BYTES]: String(bytes), 'idempotency-key': key },
    body: blob,
  })
  const body: unknown = await answer.json().catch(() => null)
  const accepted = uploadAccepted.safeParse(body)
  if (answer.ok && accepted.success) return accepted.data
  const unknown = answer.ok || answer.status >= 500 ? 'internal' : 'other'
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : unknown
  throw new RefusedUpload(
    answer.status === 401 ? 'session_required' : code,
    answer.headers.has('idempotent-replayed'),
  )
}
