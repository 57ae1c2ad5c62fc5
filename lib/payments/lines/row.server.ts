import 'server-only'
import { type Actor, seesAll } from '@/lib/auth/roles'
import {
  ADOPTED_NAME,
  aboutOurName,
  EVIDENCE_ROW,
  evidenceColumns,
  linesWithEvidence,
} from '@/lib/payments/gate/evidence.server'
import type { LinesSearch } from '@/lib/payments/schema'
import { db, Prisma } from '@/lib/platform/db.server'
import { bool, int4, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { longerThan } from '@/lib/uploads/corrections/name-cap.server'

const LINE = {
  ...EVIDENCE_ROW,
  name: text.or(null),
  iban: text.or(null),
  currency: text.or(null),
  dueOn: text.or(null),
  batchId: text.or(null),
  debtorIban: text.or(null),
  endToEndId: text.or(null),
  instructionId: text.or(null),
  uetr: text.or(null),
  remittance: text.or(null),
  ultimateCreditor: text.or(null),
  release: int4.or(null),
  ownId: uuid.or(null),
  matchedName: text.or(null),
  oursVisible: bool,
  differs: bool,
}
export type LineRow = RowOf<typeof LINE>

/** SQL: the result of the payer's bank isn't ours. Both must be final, and about the same name. */
const DIFFERS = Prisma.sql`coalesce(b.match_result <> o.match_result
  and ${aboutOurName('l', { said: 'b.checked', ours: 'o.checked' })}, false)`

/**
 * SQL: the part of a search that needs the evidence of the lines, which is slow to read. Null: the search has none.
 * @param nameCap the longest name that the payer's banks accept, in characters
 */
export function evidenceCondition(only: LinesSearch['only'], nameCap: number): Prisma.Sql | null {
  if (only === 'differs') return DIFFERS
  return only === 'cut' ? longerThan(ADOPTED_NAME, nameCap) : null
}

/** Which page to read: at most `size` lines after the line `after`. */
export type LinePaging = { after: number; size: number }

/**
 * The lines that fulfil the condition, with their evidence, in the order of the file: one more than the page has, if
 * there are more.
 */
export async function readLineRows(
  uploadId: string,
  where: Prisma.Sql,
  { after, size }: LinePaging,
  actor: Actor,
): Promise<LineRow[]> {
  const from = Prisma.sql`${where} and m.number > ${after}::int`
  const limit = Prisma.sql`order by m.number limit ${size + 1}::int`
  const mine = seesAll(actor) ? Prisma.sql`true` : Prisma.sql`o.requested_by_id = ${actor.id}::uuid`
  return select(
    db(),
    LINE,
    Prisma.sql`
    select ${await evidenceColumns(db(), uploadId)}, l.name, l.iban, l.currency, l.due_on::text as "dueOn", l.batch_id as "batchId",
           l.debtor_iban as "debtorIban", l.end_to_end_id as "endToEndId", l.instruction_id as "instructionId",
           l.uetr, l.remittance, l.ultimate_creditor as "ultimateCreditor", e.number as release, c.id as "ownId",
           o.matched_name as "matchedName",
           coalesce(${mine}, false) as "oursVisible", ${DIFFERS} as differs
      from ${linesWithEvidence(from, limit)}
     order by l.number`,
  )
}
