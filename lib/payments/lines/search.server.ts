import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import { searchedIban } from '@/lib/iban/clean'
import { linesWithEvidence } from '@/lib/payments/gate/evidence.server'
import { readLinePage } from '@/lib/payments/lines/page.server'
import { evidenceCondition } from '@/lib/payments/lines/row.server'
import { pendingRunKind } from '@/lib/payments/pending-run.server'
import type { LinesSearch } from '@/lib/payments/schema'
import type { LinePage } from '@/lib/payments/view'
import { todaySql } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { likeLiteral } from '@/lib/platform/search/like'
import { int4, listOf, selectOne } from '@/lib/platform/sql/select.server'
import { nameCapOf } from '@/lib/uploads/corrections/name-cap.server'
import { visibleUploads } from '@/lib/uploads/visible.server'

/**
 * A page of the lines of a run that match a search, in the order of the file, with the number of all matches. A run whose
 * lines are still being read has none.
 * @throws Refusal 404 for an unknown ID, and likewise for a run that this person may not see
 */
export async function searchLines(id: string, search: LinesSearch, actor: Actor): Promise<LinePage> {
  const run = await db().paymentRun.findFirst({
    where: { uploadId: id, upload: visibleUploads(actor) },
    select: { lines: true, state: true },
  })
  if (!run && (await pendingRunKind(id, actor)) === null) throw notFound()
  if (run?.state !== 'ready') return { items: [], nextCursor: null, total: 0 }
  const sight = { actor, masked: seesMasked(actor) }
  const { size, after, skip } = search
  const ofRun = Prisma.sql`m.upload_id = ${id}::uuid`
  if (!isNarrowed(search)) {
    // lines are numbered without gaps
    const page = await readLinePage(id, ofRun, { after: after + skip, size }, sight)
    return { ...page, total: run.lines }
  }
  const nameCap = search.only === 'cut' ? (await nameCapOf(id)).characters : 0
  const { total, numbers } = await findLines(
    conditions(id, search, actor),
    evidenceCondition(search.only, nameCap),
    search,
  )
  const chosen = Prisma.sql`${ofRun} and m.number = any(${numbers}::int[])`
  return { ...(await readLinePage(id, chosen, { after, size }, sight)), total }
}

const isNarrowed = ({ text: words, gate, reason, only }: LinesSearch): boolean =>
  words !== '' || only !== undefined || gate.length > 0 || reason.length > 0

/** How many lines a search finds, and the numbers of one page and of the line after it: one pass over the lines. */
function findLines(
  where: Prisma.Sql,
  evidence: Prisma.Sql | null,
  { after, skip, size }: LinesSearch,
): Promise<{ total: number; numbers: number[] }> {
  const found = evidence
    ? Prisma.sql`select l.number from ${linesWithEvidence(where)} where ${evidence}`
    : Prisma.sql`select m.number from payment_lines m where ${where}`
  return selectOne(
    db(),
    { total: int4, numbers: listOf(int4) },
    Prisma.sql`
    with found as materialized (${found})
    select count(*)::int as total,
           array(select number from found where number > ${after}::int
                  order by number limit ${size + 1}::int offset ${skip}::int) as numbers
      from found`,
  )
}

function conditions(id: string, { text: words, gate, reason, only }: LinesSearch, actor: Actor): Prisma.Sql {
  const parts = [Prisma.sql`m.upload_id = ${id}::uuid`]
  if (gate.length > 0) {
    const open = gate.filter((each) => each !== 'released')
    parts.push(Prisma.sql`(m.release_id is not null and ${gate.includes('released')}
      or m.release_id is null and m.gate = any(${open}::payment_gate[]))`)
  }
  if (reason.length > 0) parts.push(Prisma.sql`m.gate_reason = any(${reason})`)
  if (only === 'past_due') parts.push(Prisma.sql`m.release_id is null and m.due_on < ${todaySql()}`)
  if (only === 'undated') parts.push(Prisma.sql`m.release_id is null and m.due_on is null`)
  if (only === 'cut') parts.push(Prisma.sql`m.release_id is null and m.gate = 'corrected'`)
  if (only === 'differs')
    parts.push(Prisma.sql`exists (
      select from payment_report_lines j where j.upload_id = m.upload_id and j.number = m.number)`)
  if (words !== '') parts.push(textCondition(words, seesMasked(actor)))
  return Prisma.join(parts, ' and ')
}

/** Masked roles can search by reference only. Otherwise they could find out a hidden name or IBAN by guessing. */
function textCondition(words: string, masked: boolean): Prisma.Sql {
  const any = [Prisma.sql`m.end_to_end_id = ${words}`, Prisma.sql`m.instruction_id = ${words}`]
  if (!masked) {
    const part = searchedIban(words)
    any.push(Prisma.sql`m.name ilike ${`%${likeLiteral(words)}%`}`)
    any.push(Prisma.sql`m.remittance ilike ${`%${likeLiteral(words)}%`}`)
    if (part) any.push(Prisma.sql`m.iban like ${`%${likeLiteral(part)}%`}`)
  }
  return Prisma.sql`(${Prisma.join(any, ' or ')})`
}
