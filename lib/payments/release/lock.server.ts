import 'server-only'
import { type Actor, hasRole, seesAll } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { lockPaymentRun } from '@/lib/payments/lock-runs.server'
import { RUN_KINDS, RUN_STATES } from '@/lib/payments/view'
import { type Db, Prisma, setStatementTimeout, type Tx } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { date, int4, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { WHOLE_REASONS } from '@/lib/tables/payments/line'
import { FILE_FORMATS } from '@/lib/tables/table'

const STATEMENT_SECONDS = 120

/** Raises the statement timeout of a transaction that may change 100,000 lines. */
export const allowLongStatements = (tx: Tx): Promise<number> => setStatementTimeout(tx, STATEMENT_SECONDS)

const RUN = {
  id: uuid,
  kind: oneOf(RUN_KINDS),
  state: oneOf(RUN_STATES),
  whole: oneOf(WHOLE_REASONS).or(null),
  messageId: text.or(null),
  lines: int4,
  createdById: uuid,
  fileName: text,
  fileHash: text,
  format: oneOf(FILE_FORMATS),
}
export type RunToRelease = RowOf<typeof RUN>

/** A run that is about to be released. @throws Refusal 404 */
export async function readRunRow(on: Db, id: string, actor: Actor): Promise<RunToRelease> {
  const [run] = await select(
    on,
    RUN,
    Prisma.sql`
    select g.upload_id as id, g.kind, g.state, g.whole, g.message_id as "messageId", g.lines,
           u.created_by_id as "createdById", u.file_name as "fileName", u.file_hash as "fileHash",
           coalesce(u.reading -> 'table' ->> 'format', 'text') as format
      from payment_runs g join uploads u on u.id = g.upload_id where g.upload_id = ${id}::uuid`,
  )
  if (!run || !(seesAll(actor) || run.createdById === actor.id)) throw notFound()
  return run
}

/**
 * Locks a run until the end of the transaction. Every change of its releases takes this lock first, so that releasing,
 * withdrawing and downloading happen one after the other.
 * @throws Refusal 401 session_required | key_invalid when access ended before the lock was free; 404
 */
export const lockRun = (tx: Tx, id: string, actor: Actor): Promise<RunToRelease> =>
  lockAccess(tx, actor, async () => {
    // before the run is read: its upload may have had another file name, erased meanwhile
    await lockPaymentRun(tx, id)
    return readRunRow(tx, id, actor)
  })

const RELEASE = {
  id: uuid,
  number: int4,
  releasedAt: date,
  withdrawnAt: date.or(null),
  releasedDownloadedAt: date.or(null),
  heldDownloadedAt: date.or(null),
  heldNotSentAt: date.or(null),
}
export type ReleaseRow = RowOf<typeof RELEASE>

/** A release of a locked run. @throws Refusal 404 */
export async function readReleaseRow(tx: Tx, id: string, number: number): Promise<ReleaseRow> {
  const [release] = await select(
    tx,
    RELEASE,
    Prisma.sql`
    select id, number, released_at as "releasedAt", withdrawn_at as "withdrawnAt",
           released_downloaded_at as "releasedDownloadedAt", held_downloaded_at as "heldDownloadedAt",
           held_not_sent_at as "heldNotSentAt"
      from payment_releases where upload_id = ${id}::uuid and number = ${number}::int`,
  )
  if (!release) throw notFound()
  return release
}

/** Refuses everybody but reviewers. @throws Refusal 403 role_required */
export function assertReviewer(actor: Actor): void {
  if (!hasRole(actor, 'reviewer'))
    throw new Refusal(
      403,
      'role_required',
      'Only a reviewer can do this. Ask an admin for the reviewer role.',
    )
}
