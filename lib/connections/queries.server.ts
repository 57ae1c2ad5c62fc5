import 'server-only'
import type { ConnectionState, ConnectionView, EnrichmentState } from '@/lib/connections/view'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { bool, date, int4, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import type { SendingStop } from '@/lib/upstream/breaker'
import { readBreaker } from '@/lib/upstream/breaker.server'
import { fillsEnrichment } from '@/lib/upstream/enrichment.server'

const ROW = {
  id: uuid,
  name: text,
  baseUrl: text,
  clientId: text,
  secretLast4: text,
  secretSetAt: date,
  setById: uuid.or(null),
  setByName: text.or(null),
  previousSecretUntil: date.or(null),
  active: bool,
  bulkSize: int4,
  tokenUntil: date.or(null),
  lastTestAt: date.or(null),
  lastTestResult: text.or(null),
  lastAnswerAt: date.or(null),
  lastFailureAt: date.or(null),
  lastFailureCode: text.or(null),
  usedLastMinute: int4,
  enrichmentReads: text.or(null),
  enrichmentPauseEnd: date.or(null),
}
type Row = RowOf<typeof ROW>

const STATES = ['working', 'refused', 'unreachable', 'rate_limited'] as const

/** Every connection, the active one first. Selects neither secrets nor tokens. */
export async function listConnections(): Promise<ConnectionView[]> {
  const [fills, rows] = await Promise.all([
    fillsEnrichment(),
    select(
      db(),
      ROW,
      Prisma.sql`
    select c.id, c.name, c.base_url as "baseUrl", c.client_id as "clientId", c.secret_last4 as "secretLast4",
           c.secret_set_at as "secretSetAt", u.id as "setById", u.name as "setByName",
           case when c.previous_secret_until > now() then c.previous_secret_until end as "previousSecretUntil",
           c.active, c.bulk_size as "bulkSize", case when c.token_until > now() then c.token_until end as "tokenUntil",
           c.last_test_at as "lastTestAt", c.last_test_result as "lastTestResult",
           c.last_answer_at as "lastAnswerAt", c.last_failure_at as "lastFailureAt", c.last_failure_code as "lastFailureCode",
           c.enrichment_reads as "enrichmentReads", c.enrichment_paused_until as "enrichmentPauseEnd",
           (select count(*)::int from upstream_calls k where k.connection_id = c.id and k.lane = 'single_post'
               and k.at > now() - interval '60 seconds') as "usedLastMinute"
      from connections c left join users u on u.id = c.secret_set_by_id
     order by c.active desc, c.created_at desc`,
    ),
  ])
  return Promise.all(rows.map(async (row) => toView(row, { fills, stopped: await readBreaker(row.id) })))
}

type ConnectionFacts = { fills: boolean; stopped: SendingStop | null }

const toView = (row: Row, { fills, stopped }: ConnectionFacts): ConnectionView => ({
  id: row.id,
  name: row.name,
  baseUrl: row.baseUrl,
  clientId: row.clientId,
  secretLast4: row.secretLast4,
  secretSetAt: row.secretSetAt.toISOString(),
  secretSetBy: row.setById && row.setByName ? { id: row.setById, name: row.setByName } : null,
  previousSecretUntil: isoTime(row.previousSecretUntil),
  active: row.active,
  bulkSize: row.bulkSize,
  tokenUntil: isoTime(row.tokenUntil),
  state: stateOf(row),
  lastTestAt: isoTime(row.lastTestAt),
  lastAnswerAt: isoTime(row.lastAnswerAt),
  lastFailure:
    row.lastFailureAt && row.lastFailureCode
      ? { at: row.lastFailureAt.toISOString(), code: row.lastFailureCode }
      : null,
  usedLastMinute: row.usedLastMinute,
  stopped,
  enrichment: {
    state: enrichmentOf(row, fills),
    nextTryAt: row.enrichmentReads === 'refused' ? isoTime(row.enrichmentPauseEnd) : null,
  },
})

/** The most recent state since the current secret was set. */
function stateOf(row: Row): ConnectionState {
  const heard: [Date | null, ConnectionState | undefined][] = [
    [row.lastTestAt, STATES.find((known) => known === row.lastTestResult)],
    [row.lastAnswerAt, 'working'],
    [row.lastFailureAt, row.lastFailureCode ? stateAfter(row.lastFailureCode) : undefined],
  ]
  let newest = row.secretSetAt
  let state: ConnectionState = 'not_tested'
  for (const [at, known] of heard)
    if (at && known && at >= newest) {
      newest = at
      state = known
    }
  return state
}

/** What a failure says about the connection itself; most failures concern one request, the credits or a rate limit. */
function stateAfter(code: string): ConnectionState | undefined {
  if (code === 'upstream_auth_failed' || code === 'upstream_token_refused') return 'refused'
  return code === 'upstream_unreachable' || code === 'upstream_tls' ? 'unreachable' : undefined
}

function enrichmentOf({ enrichmentReads }: Row, fills: boolean): EnrichmentState {
  if (!fills) return 'off'
  if (enrichmentReads === 'refused') return 'paused'
  return enrichmentReads === 'works' ? 'works' : 'not_asked'
}
