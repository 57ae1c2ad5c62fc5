import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { diffNames } from '../../lib/names/compare'

/** Runs a function with a connection to the database under test. */
export async function withDatabase<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

export type QueuedReview = { id: string; name: string }

/**
 * Queues sandbox close matches of the demo analyst for review, oldest first. Without a registered name they are no
 * matches, for which the bank returns no name.
 */
export const queueReviews = (
  pairs: [submitted: string, registered: string | null][],
): Promise<QueuedReview[]> =>
  withDatabase(async (client) => {
    const reviews: QueuedReview[] = []
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
      reviews.push({ id, name })
    }
    return reviews
  })

/** Reads the current decisions on a review. */
export const readDecisions = (
  id: string,
): Promise<{ reason: string; call_back: unknown; corrected_name: string | null }[]> =>
  withDatabase(async (client) => {
    const { rows } = await client.query(
      `select reason, call_back, corrected_name from decisions where review_id = $1 and undone_at is null order by created_at`,
      [id],
    )
    return rows
  })

/** Sets a review setting, or deletes it when there is no value. */
export const setReviewSetting = (key: 'policy' | 'ask_reason', value?: unknown): Promise<unknown> =>
  withDatabase((client) =>
    value === undefined
      ? client.query(`delete from settings where key = $1`, [`reviews.${key}`])
      : client.query(
          `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
          [`reviews.${key}`, JSON.stringify(value)],
        ),
  )

/** Supersedes every open review in the sandbox queue. */
export const clearQueue = (): Promise<unknown> =>
  withDatabase((client) =>
    client.query(
      `update reviews set state = 'superseded' where environment = 'sandbox' and state in ('todo', 'second_approval', 'escalated')`,
    ),
  )

export const SECOND_REVIEWER = { email: 'second.reviewer@accord.test', name: 'Ines Moreau' }

/** Creates a second reviewer with the demo password. */
export const createSecondReviewer = (): Promise<unknown> =>
  withDatabase((client) =>
    client.query(
      `insert into users (id, email, name, password_hash, roles)
       select gen_random_uuid(), $1, $2, password_hash, '{reviewer}' from users where email = 'reviewer@accord.test'
       on conflict (email) do nothing`,
      [SECOND_REVIEWER.email, SECOND_REVIEWER.name],
    ),
  )

/** Counts the audit entries of these reviews by action. */
export const countAuditEntries = (ids: string[]): Promise<Record<string, number>> =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ action: string; count: number }>(
      `select action, count(*)::int as count from audit_entries
        where object_type = 'review' and object_id = any($1) group by action`,
      [ids],
    )
    return Object.fromEntries(rows.map(({ action, count }) => [action, count]))
  })
