import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { bool, date, int4, select, text, uuid } from '@/lib/platform/sql/select.server'
import { OPEN_STATES } from '@/lib/reviews/open-states.server'
import type { OriginalReading } from '@/lib/uploads/original.server'
import { longerThan, type NameCap, nameCapOfUpload } from './name-cap.server'

/** A row whose bank's name was adopted by an approval. */
export type CorrectedRow = {
  row: number
  reference: string | null
  iban: string
  /** the name that was sent */
  name: string
  correctedName: string
  /** the person or rule that approved it */
  approvedBy: string | null
  approvedAt: Date
  verificationId: string
  /** the file has another name or IBAN than those checked */
  edited: boolean
}

const ROW = {
  row: int4,
  reference: text.or(null),
  iban: text,
  name: text.notNull(),
  correctedName: text.notNull(),
  approvedBy: text.or(null),
  approvedAt: date,
  verificationId: uuid,
  edited: bool,
}

/** SQL of the approval of review `r` that adopted the bank's name; where the bank gave none, a name is only a note. */
const APPROVAL = Prisma.sql`
  select c.corrected_name, c.created_at, c.decided_by_id, c.rule_id from decisions c
   where c.review_id = r.id and r.state = 'approved' and r.match_result = 'close_match' and c.kind = 'approve' and c.undone_at is null
     and c.corrected_name is not null
   order by c.created_at desc limit 1`

/** The rows of an upload with an adopted name, in file order. @throws Refusal 409 nothing_corrected */
export async function readCorrectedRows(id: string): Promise<CorrectedRow[]> {
  const rows = await select(
    db(),
    ROW,
    Prisma.sql`
    select x.number as row, x.reference, v.iban, x.name, a.corrected_name as "correctedName",
           coalesce(p.name, e.name) as "approvedBy", a.created_at as "approvedAt", v.id as "verificationId", x.edited
      from reviews r join verifications v on v.id = r.verification_id
      join upload_rows x on x.verification_id = v.id and x.upload_id = r.upload_id
      cross join lateral (${APPROVAL}) a
      left join users p on p.id = a.decided_by_id left join review_rules e on e.id = a.rule_id
     where r.upload_id = ${id}::uuid and x.name is not null
     order by x.number`,
  )
  if (rows.length === 0) throw nothingCorrected()
  return rows
}

export const nothingCorrected = () =>
  new Refusal(
    409,
    'nothing_corrected',
    'No approval of this upload has adopted the bank’s name, so there is nothing to correct.',
  )

type CorrectionCounts = { corrected: Prisma.Sql; edited: Prisma.Sql; notApproved: Prisma.Sql }

/**
 * SQL of three counts for the upload: rows with an adopted name, those of them that were edited before sending, and rows
 * whose review isn't approved. The third is zero where the first is, which saves counting it.
 */
export const correctionCounts = (id: string): CorrectionCounts => {
  // the aggregate makes the planner begin with the reviews, whatever its statistics say
  const rows = (of: Prisma.Sql, and = Prisma.empty) => Prisma.sql`(
    select coalesce(sum(x.n), 0)::int from reviews r cross join lateral (
      select count(*) as n from upload_rows w where w.verification_id = r.verification_id and w.upload_id = ${id}::uuid ${and}) x
     where r.upload_id = ${id}::uuid and ${of})`
  const adopted = Prisma.sql`r.state = 'approved' and exists (${APPROVAL})`
  return {
    corrected: rows(adopted),
    edited: rows(adopted, Prisma.sql`and w.edited`),
    notApproved: Prisma.sql`case when exists (select 1 from reviews r where r.upload_id = ${id}::uuid and ${adopted})
      then ${rows(Prisma.sql`(r.state in ${OPEN_STATES} or r.state = 'rejected')`)} else 0 end`,
  }
}

/** Row numbers that a page shows. */
const FIRST = 10

/** The rows whose adopted name the corrected file of an upload with payments cuts. `corrected`: rows with such a name. */
export async function readCutNames(
  { id, reading }: { id: string; reading: unknown },
  corrected: number,
): Promise<{ cut: number; cutRows: number[]; nameCap: NameCap | null }> {
  const nameCap = corrected === 0 ? null : await nameCapOfUpload(id, reading as Partial<OriginalReading>)
  if (nameCap === null) return { cut: 0, cutRows: [], nameCap }
  const rows = await select(
    db(),
    { row: int4 },
    Prisma.sql`
    select x.number as row
      from reviews r join upload_rows x on x.verification_id = r.verification_id and x.upload_id = r.upload_id
      cross join lateral (${APPROVAL}) a
     where r.upload_id = ${id}::uuid and not x.edited and ${longerThan(Prisma.sql`a.corrected_name`, nameCap.characters)}
     order by x.number`,
  )
  return { cut: rows.length, cutRows: rows.slice(0, FIRST).map(({ row }) => row), nameCap }
}
