import 'server-only'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import {
  bool,
  int4,
  listOf,
  type RowOf,
  select,
  selectOne,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'
import type { Retry } from '@/lib/uploads/view'
import { REPEATED } from '@/lib/verifications/check/repeated.server'

/** A row that can be retried, as it was checked. */
const RETRY_ROW = {
  row: int4,
  verificationId: uuid,
  iban: text,
  country: text,
  name: text,
  reference: text.or(null),
  note: text.or(null),
  /** may differ from its file: uploads from before the server compared don't say which rows do */
  edited: bool,
}
export type RetryRow = RowOf<typeof RETRY_ROW>

export const NO_RETRY: Retry = { rows: 0, credits: 0, runs: [] }

/**
 * SQL condition: check `v` may succeed at the next try, because the bank didn't respond in time. With any other reason
 * (specification 7.4) it would fail and cost again.
 */
const RETRYABLE = Prisma.sql`(v.status = 'failed' and v.status_reason = 'institution_timeout' and v.purged_at is null)`

/** What can be retried; a check that was repeated already is not offered again. `runs`: all retries, also stopped ones. */
export const readRetry = (uploadId: string): Promise<Retry> =>
  selectOne(
    db(),
    { rows: int4, credits: int4, runs: listOf(uuid) },
    Prisma.sql`
    select count(distinct x.number) filter (where not ${REPEATED})::int as rows,
           count(distinct v.id) filter (where not ${REPEATED})::int as credits,
           coalesce(array_agg(distinct retry.upload_id) filter (where retry.upload_id is not null), '{}') as runs
      from upload_rows x
      join verifications v on v.id = x.verification_id
      left join verifications retry on retry.previous_id = v.id
     where x.upload_id = ${uploadId}::uuid and ${RETRYABLE}`,
  )

/** The retryable rows in file order. The lock of the upload serialises retries. */
export const retryableRows = (on: Db, uploadId: string): Promise<RetryRow[]> =>
  select(
    on,
    RETRY_ROW,
    Prisma.sql`
    select x.number as row, v.id as "verificationId", v.iban, v.country, coalesce(x.name, v.name) as name,
           x.reference, v.note, x.edited or coalesce(u.comparison ? 'before', false) as edited
      from upload_rows x
      join uploads u on u.id = x.upload_id
      join verifications v on v.id = x.verification_id
     where x.upload_id = ${uploadId}::uuid and ${RETRYABLE} and not ${REPEATED}
     order by x.number`,
  )
