import 'server-only'
import type { ConnectionState, ConnectionView } from '@/lib/connections/view'
import { db } from '@/lib/platform/db.server'

type Row = Omit<
  ConnectionView,
  'secretSetAt' | 'secretSetBy' | 'previousSecretUntil' | 'tokenUntil' | 'lastTestAt' | 'state'
> & {
  secretSetAt: Date
  setById: string | null
  setByName: string | null
  previousSecretUntil: Date | null
  tokenUntil: Date | null
  lastTestAt: Date | null
  lastTestResult: string | null
}

const STATES = ['working', 'refused', 'unreachable', 'rate_limited'] as const

/** Every connection, the active one first. Selects no secret and no token. */
export async function listConnections(): Promise<ConnectionView[]> {
  const rows = await db().$queryRaw<Row[]>`
    select c.id, c.name, c.base_url as "baseUrl", c.client_id as "clientId", c.secret_last4 as "secretLast4",
           c.secret_set_at as "secretSetAt", u.id as "setById", u.name as "setByName",
           case when c.previous_secret_until > now() then c.previous_secret_until end as "previousSecretUntil",
           c.active, c.bulk_size as "bulkSize", case when c.token_until > now() then c.token_until end as "tokenUntil",
           c.last_test_at as "lastTestAt", c.last_test_result as "lastTestResult",
           (select count(*)::int from upstream_calls k where k.connection_id = c.id and k.lane = 'single_post'
               and k.at > now() - interval '60 seconds') as "usedLastMinute"
      from connections c left join users u on u.id = c.secret_set_by_id
     order by c.active desc, c.created_at desc`
  return rows.map(toView)
}

function toView({ setById, setByName, lastTestResult, ...row }: Row): ConnectionView {
  const iso = (date: Date | null) => date?.toISOString() ?? null
  const state: ConnectionState = STATES.find((known) => known === lastTestResult) ?? 'not_tested'
  return {
    ...row,
    secretSetAt: row.secretSetAt.toISOString(),
    secretSetBy: setById && setByName ? { id: setById, name: setByName } : null,
    previousSecretUntil: iso(row.previousSecretUntil),
    tokenUntil: iso(row.tokenUntil),
    lastTestAt: iso(row.lastTestAt),
    state,
  }
}
