import 'server-only'
import { type ConnectionRow, toConnection } from '@/lib/connections/active.server'
import { LIMITS_SETTING, type OfficeLimits } from '@/lib/limits/limits'
import { limitsOf } from '@/lib/limits/limits.server'
import { ask, PREPARED, Prisma } from '@/lib/platform/db.server'
import { BUDGETS_SETTING, type Budgets, budgetsOf } from '@/lib/upstream/budget.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { type Token, tokenOf } from '@/lib/upstream/token.server'

/** What a new check meets. */
export type CheckContext = {
  /** null when none is configured */
  connection: UpstreamConnection | null
  /** the fleet's token; null when a new one must be asked for */
  token: Token | null
  /** a breaker of the connection is open */
  stopped: boolean
  /** single checks in line */
  waiting: number
  limits: OfficeLimits
  budgets: Budgets
}

type Row = Partial<ConnectionRow> & {
  cipher: Uint8Array | null
  stamp: string | null
  stopped: boolean
  waiting: number
  limits: unknown
  budgets: unknown
}

/** Everything that is asked before a check is claimed, in one statement. Nothing of it is kept for the next one. */
export async function readCheckContext(): Promise<CheckContext> {
  const [row] = (await ask<Row>(Prisma.sql`${PREPARED}
    select c.id, c.base_url as "baseUrl", c.client_id as "clientId", c.secret_cipher as "secretCipher",
           c.bulk_size as "bulkSize", c.address_typed as "addressTyped",
           case when c.token_until > now() then c.token_cipher end as cipher, md5(c.token_cipher) as stamp,
           exists (select from breakers b where b.connection_id = c.id and b.open_since is not null) as stopped,
           (select count(*)::int from attempts where state = 'ready' and verification_id is not null) as waiting,
           (select value from settings where key = ${LIMITS_SETTING}) as limits,
           (select value from settings where key = ${BUDGETS_SETTING}) as budgets
      from (values (1)) as one left join connections c on c.active`)) as [Row]
  const { id, cipher, stamp } = row
  return {
    connection: id ? toConnection(row as ConnectionRow) : null,
    token: id && cipher && stamp ? tokenOf(id, { cipher, stamp }) : null,
    stopped: row.stopped,
    waiting: row.waiting,
    limits: limitsOf(row.limits),
    budgets: budgetsOf(row.budgets),
  }
}
