import 'server-only'
import {
  type Exchange,
  type OutboundRequest,
  requestTrusted,
  type SocketUse,
} from '@/lib/http/outbound.server'

export type WireRequest = OutboundRequest & {
  headers: Record<string, string>
  purpose: SocketUse
  /** on this process's monotonic clock: a request without a free socket by then is not sent */
  notAfter?: number
  /** a person entered the address: connect to public addresses only */
  guarded?: boolean
}

/** Sends one request to the provider: no retries, no decompression. The codes are those stored in attempts. */
export async function exchange({ purpose, notAfter, guarded, ...options }: WireRequest): Promise<Exchange> {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...options.headers }
  const sent = await requestTrusted({ ...options, headers }, { purpose, notAfter, onlyPublic: guarded })
  if (sent.kind === 'lost') return { ...sent, code: `upstream_${sent.code}` }
  return sent.kind === 'not_sent' ? { ...sent, code: whyNotSent(sent.code) } : sent
}

function whyNotSent(code: string): string {
  if (code === 'too_late') return 'claim_stale'
  return code === 'tls' ? 'upstream_tls' : 'upstream_unreachable'
}
