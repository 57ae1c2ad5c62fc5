import 'server-only'
import { connectionById } from '@/lib/connections/active.server'
import { Refusal } from '@/lib/platform/refusal'
import { takeSlot } from '@/lib/upstream/budget.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'

/** A read at the provider that a person waits for can't be made. `reason` is a code. */
export const readRefused = (reason: string) =>
  new Refusal(502, 'upstream_unavailable', 'The bank service isn’t available. Try again later.', {
    extra: { reason },
  })

/**
 * The connection that sent a request, with a slot for reading at the provider what became of it.
 * @throws Refusal 429 local_rate_limited; 502 upstream_unavailable when the connection is gone
 */
export async function takeReadSlot(
  connectionId: string | null,
  lane: 'bulk' | 'single_get',
): Promise<{ connection: UpstreamConnection; call: bigint }> {
  const connection = connectionId === null ? null : await connectionById(connectionId)
  if (!connection) throw readRefused('connection_gone')
  const slot = await takeSlot(connection.id, lane, { waitMs: 2_000 })
  if (slot.granted) return { connection, call: slot.call }
  const message = 'Too many requests are going to the bank service. Try again in a minute.'
  const headers = { 'retry-after': String(Math.ceil(slot.retryInMs / 1_000)) }
  throw new Refusal(429, 'local_rate_limited', message, { headers })
}
