import 'server-only'
import type { Db } from '@/lib/platform/db.server'
import { RETRYABLE_REASONS } from '@/lib/uploads/retry/retryable'
import type { Retry } from '@/lib/uploads/view'

/** A row that may be tried again, as it was checked. */
export type RetryRow = {
  row: number
  verificationId: string
  iban: string
  country: string
  name: string
  reference: string | null
  note: string | null
  /** may differ from its file: uploads from before the server compared do not say which rows do */
  edited: boolean
}

/** What could be tried again; a check that was repeated already, alone or in a run, is not offered twice. */
export async function readRetry(on: Db, uploadId: string): Promise<Retry> {
  const [found] = await on.$queryRaw<[Retry]>`
    select count(*) filter (where again.id is null)::int as rows,
           count(distinct v.id) filter (where again.id is null)::int as credits,
           coalesce(array_agg(distinct again.upload_id) filter (where again.upload_id is not null), '{}') as runs
      from upload_rows x
      join verifications v on v.id = x.verification_id
      left join verifications again on again.previous_id = v.id
     where x.upload_id = ${uploadId}::uuid and v.status = 'failed' and v.status_reason = any(${RETRYABLE_REASONS}::text[])
       and v.purged_at is null`
  return found
}

/** In file order. Under the lock of the upload two retries take turns. */
export const retryableRows = (on: Db, uploadId: string): Promise<RetryRow[]> =>
  on.$queryRaw<RetryRow[]>`
    select x.number as row, v.id as "verificationId", v.iban, v.country, coalesce(x.name, v.name) as name,
           x.reference, v.note, x.edited or coalesce(u.comparison ? 'before', false) as edited
      from upload_rows x
      join uploads u on u.id = x.upload_id
      join verifications v on v.id = x.verification_id
     where x.upload_id = ${uploadId}::uuid and v.status = 'failed' and v.status_reason = any(${RETRYABLE_REASONS}::text[])
       and v.purged_at is null and not exists (select 1 from verifications again where again.previous_id = v.id)
     order by x.number`
