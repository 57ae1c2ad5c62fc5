import 'server-only'
import { askFixed, type Exchange, type OutboundRequest } from '@/lib/http/outbound.server'

export type WireRequest = OutboundRequest & {
  headers: Record<string, string>
  /** by this process's clock: a request that finds no free socket by then is not sent */
  notAfter?: number
  /** a person typed the address: only public places are connected to */
  guarded?: boolean
}

/** One request to the provider, never repeated, never unpacked. The codes are those that an attempt keeps. */
export async function exchange({ notAfter, guarded, ...asked }: WireRequest): Promise<Exchange> {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', ...asked.headers }
  const sent = await askFixed({ ...asked, headers }, { notAfter, onlyPublic: guarded })
  if (sent.kind === 'lost') return { ...sent, code: `upstream_${sent.code}` }
  return sent.kind === 'not_sent' ? { ...sent, code: whyNotSent(sent.code) } : sent
}

function whyNotSent(code: string): string {
  if (code === 'too_late') return 'claim_stale'
  return code === 'tls' ? 'upstream_tls' : 'upstream_unreachable'
}
