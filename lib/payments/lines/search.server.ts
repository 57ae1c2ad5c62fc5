import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import { ibanPart } from '@/lib/iban/part'
import { evidenceFrom } from '@/lib/payments/gate/evidence.server'
import { readLinePage } from '@/lib/payments/lines/page.server'
import { chosenLines, evidenceCondition } from '@/lib/payments/lines/row.server'
import { nameCapOf, profilesOfRun } from '@/lib/payments/profiles/profiles.server'
import type { LinesSearch } from '@/lib/payments/schema'
import { TODAY } from '@/lib/payments/totals.server'
import type { LinePage } from '@/lib/payments/view'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { likeLiteral } from '@/lib/platform/search/like'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { visibleUploads } from '@/lib/uploads/visible.server'

/**
 * A page of a run's lines in the order of the file, by gate, reason and a part of a name, an IBAN or a reference.
 * @throws Refusal 404 for an unknown ID, with the same message for a run of somebody else's upload
 */
export async function searchLines(id: string, search: LinesSearch, actor: Actor): Promise<LinePage> {
  const run = await db().paymentRun.findFirst({
    where: { uploadId: id, upload: visibleUploads(actor) },
    select: { lines: true },
  })
  if (!run) throw notFound()
  const where = conditions(id, search, actor)
  const nameCap = search.only === 'cut' ? nameCapOf(await profilesOfRun(id)) : 0
  const evidence = evidenceCondition(search.only, nameCap)
  const page = await readLinePage(id, where, { ...search, evidence }, { actor, masked: seesMasked(actor) })
  return { ...page, total: isNarrowed(search) ? await countFound(where, evidence) : run.lines }
}

const isNarrowed = ({ text: words, gate, reason, only }: LinesSearch): boolean =>
  words !== '' || only !== undefined || gate.length > 0 || reason.length > 0

async function countFound(where: Prisma.Sql, evidence: Prisma.Sql | null): Promise<number> {
  const from = evidence
    ? Prisma.sql`${evidenceFrom(Prisma.sql`(${chosenLines(where)}) l`)} where ${evidence}`
    : Prisma.sql`payment_lines m where ${where}`
  const { found } = await selectOne(
    db(),
    { found: int4 },
    Prisma.sql`select count(*)::int as found from ${from}`,
  )
  return found
}

function conditions(id: string, { text: words, gate, reason, only }: LinesSearch, actor: Actor): Prisma.Sql {
  const parts = [Prisma.sql`m.upload_id = ${id}::uuid`]
  if (gate.length > 0) {
    const open = gate.filter((each) => each !== 'released')
    parts.push(Prisma.sql`(m.release_id is not null and ${gate.includes('released')}
      or m.release_id is null and m.gate = any(${open}::payment_gate[]))`)
  }
  if (reason.length > 0) parts.push(Prisma.sql`m.gate_reason = any(${reason})`)
  if (only === 'past_due') parts.push(Prisma.sql`m.release_id is null and m.due_on < ${TODAY()}`)
  if (only === 'cut') parts.push(Prisma.sql`m.release_id is null and m.gate = 'corrected'`)
  if (only === 'differs')
    parts.push(Prisma.sql`exists (
      select from payment_report_lines j where j.upload_id = m.upload_id and j.number = m.number)`)
  if (words !== '') parts.push(textCondition(words, seesMasked(actor)))
  return Prisma.join(parts, ' and ')
}

/** People who see masked names search by reference only: otherwise they could find a name by trial. */
function textCondition(words: string, masked: boolean): Prisma.Sql {
  const any = [Prisma.sql`m.end_to_end_id = ${words}`, Prisma.sql`m.instruction_id = ${words}`]
  if (!masked) {
    const part = ibanPart(words)
    any.push(Prisma.sql`m.name ilike ${`%${likeLiteral(words)}%`}`)
    any.push(Prisma.sql`m.remittance ilike ${`%${likeLiteral(words)}%`}`)
    if (part) any.push(Prisma.sql`m.iban like ${`%${likeLiteral(part)}%`}`)
  }
  return Prisma.sql`(${Prisma.join(any, ' or ')})`
}
