import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { diffNames } from '../../lib/names/compare'

/** A connection to the database under test. */
export async function database<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type Waiting = { id: string; name: string }

/**
 * Sandbox close matches that wait for a reviewer, oldest first, sent by the demo analyst. Without a registered name
 * they are no matches, for which the bank returns no name.
 */
export const queueUp = (pairs: [submitted: string, registered: string | null][]): Promise<Waiting[]> =>
  database(async (client) => {
    const waiting: Waiting[] = []
    for (const [n, [name, registered]] of pairs.entries()) {
      const comparison = registered === null ? null : diffNames(name, registered)
      const types = comparison?.differences.map(({ type }) => type) ?? []
      const [check, id] = [randomUUID(), randomUUID()]
      await client.query(
        `insert into verifications (id, environment, source, iban, name, name_search, country, status, match_result, matched_name,
                                    comparison, evidence_hash, requested_by_id, created_at, answered_at)
         select $1, 'sandbox', 'single', 'FR7630006000011234567890189', $2, lower($2), 'FR', 'completed', $6, $3, $4,
                repeat('d', 64), id, now() - make_interval(mins => $5), now() from users where email = 'analyst@accord.test'`,
        [
          check,
          name,
          registered,
          comparison && JSON.stringify(comparison),
          600 - n,
          registered === null ? 'no_match' : 'close_match',
        ],
      )
      await client.query(
        `insert into reviews (id, verification_id, environment, match_result, difference_types, requested_by_id, evidence_hash, created_at)
         select $1, id, environment, match_result, $3, requested_by_id, evidence_hash, created_at from verifications where id = $2`,
        [id, check, types],
      )
      waiting.push({ id, name })
    }
    return waiting
  })

/** The current decisions on a review. */
export const decisionsOn = (
  id: string,
): Promise<{ reason: string; call_back: unknown; corrected_name: string | null }[]> =>
  database(async (client) => {
    const { rows } = await client.query(
      `select reason, call_back, corrected_name from decisions where review_id = $1 and undone_at is null order by created_at`,
      [id],
    )
    return rows
  })

/** Changes a review setting, or resets it without a value. */
export const setReviews = (key: 'policy' | 'ask_reason', value?: unknown): Promise<unknown> =>
  database((client) =>
    value === undefined
      ? client.query(`delete from settings where key = $1`, [`reviews.${key}`])
      : client.query(
          `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
          [`reviews.${key}`, JSON.stringify(value)],
        ),
  )

/** Removes everything that earlier tests left in the sandbox queue. */
export const clearQueue = (): Promise<unknown> =>
  database((client) =>
    client.query(
      `update reviews set state = 'superseded' where environment = 'sandbox' and state in ('todo', 'second_approval', 'escalated')`,
    ),
  )

export const SECOND = { email: 'second.reviewer@accord.test', name: 'Ines Moreau' }

/** A second reviewer with the demo password. */
export const hireSecond = (): Promise<unknown> =>
  database((client) =>
    client.query(
      `insert into users (id, email, name, password_hash, roles)
       select gen_random_uuid(), $1, $2, password_hash, '{reviewer}' from users where email = 'reviewer@accord.test'
       on conflict (email) do nothing`,
      [SECOND.email, SECOND.name],
    ),
  )

/** How often the audit log has each action on these reviews. */
export const countLogged = (ids: string[]): Promise<Record<string, number>> =>
  database(async (client) => {
    const { rows } = await client.query<{ action: string; count: number }>(
      `select action, count(*)::int as count from audit_entries
        where object_type = 'review' and object_id = any($1) group by action`,
      [ids],
    )
    return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
  })
