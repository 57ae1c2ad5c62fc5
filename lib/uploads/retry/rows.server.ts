import 'server-only'
import type { Db, Tx } from '@/lib/platform/db.server'
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

/** In file order. The caller holds the lock of the upload, so that two retries take turns. */
export const retryableRows = (tx: Tx, uploadId: string): Promise<RetryRow[]> =>
  tx.$queryRaw<RetryRow[]>`
    select x.number as row, v.id as "verificationId", v.iban, v.country, coalesce(x.name, v.name) as name,
           x.reference, v.note
      from upload_rows x
      join verifications v on v.id = x.verification_id
     where x.upload_id = ${uploadId}::uuid and v.status = 'failed' and v.status_reason = any(${RETRYABLE_REASONS}::text[])
       and v.purged_at is null and not exists (select 1 from verifications again where again.previous_id = v.id)
     order by x.number`
