import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { allowTaking } from '@/lib/retention/strip.server'
import { mentionOf, REDACTED, type Subject } from '@/lib/retention/subject'
import { likeLiteral } from '@/lib/verifications/search'

/** Where people write what they like. A column that is added must be named here: a test walks them all. */
const WRITTEN: [table: string, column: string][] = [
  ['verifications', 'reference'],
  ['verifications', 'note'],
  ['upload_approvals', 'reason'],
  ['upload_rows', 'name'],
  ['upload_rows', 'reference'],
  ['uploads', 'file_name'],
  ['uploads', 'reading'],
  ['decisions', 'note'],
  ['decisions', 'call_back'],
  ['decisions', 'corrected_name'],
  ['review_events', 'note'],
  ['documents', 'file_name'],
  ['resolutions', 'reason'],
  ['resolutions', 'evidence'],
  ['credit_entries', 'note'],
  ['saved_views', 'name'],
  ['review_rules', 'name'],
  ['review_rules', 'reference_pattern'],
  ['legal_holds', 'reason'],
  ['erasures', 'reason'],
]
const JSON_COLUMNS = new Set(['reading', 'call_back'])

/**
 * Takes a subject out of every text that somebody wrote, such as a note on another check, and out of the answers kept for
 * repeated requests. @returns how many texts changed
 */
export async function redactTexts(tx: Tx, subject: Subject, keptUploads: string[]): Promise<number> {
  await allowTaking(tx)
  let changed = 0
  for (const [table, column] of WRITTEN)
    changed += await redactColumn(tx, { table, column, subject, keptUploads })
  const body = Prisma.sql`body::text`
  await tx.$executeRaw`delete from idempotency_keys where status is not null and ${mayMention(body, subject)}`
  return changed
}

type Place = { table: string; column: string; subject: Subject; keptUploads: string[] }

async function redactColumn(tx: Tx, { table, column, subject, keptUploads }: Place): Promise<number> {
  const at = Prisma.raw(table)
  const name = Prisma.raw(column)
  const text = Prisma.sql`${name}::text`
  const kept =
    table === 'uploads'
      ? Prisma.sql`and not id = any(${keptUploads}::uuid[])`
      : table === 'upload_rows'
        ? Prisma.sql`and not upload_id = any(${keptUploads}::uuid[])`
        : Prisma.empty
  const rows = await tx.$queryRaw<{ at: string; text: string }[]>`
    select ctid::text as at, ${text} as text from ${at}
     where ${name} is not null and ${mayMention(text, subject)} ${kept} for update`
  const mention = mentionOf(subject)
  const cast = Prisma.raw(JSON_COLUMNS.has(column) ? '::jsonb' : '')
  let changed = 0
  for (const row of rows) {
    const next = row.text.replace(mention, REDACTED)
    if (next === row.text) continue
    changed += await tx.$executeRaw`update ${at} set ${name} = ${next}${cast} where ctid = ${row.at}::tid`
  }
  return changed
}

/** A first look that PostgreSQL can do; the exact one follows. */
function mayMention(text: Prisma.Sql, { kind, value }: Subject): Prisma.Sql {
  if (kind === 'iban') return Prisma.sql`translate(${text}, ' .-\u00a0', '') ilike ${`%${value}%`}`
  const longest = value.split(/\s+/).sort((a, b) => b.length - a.length)[0] ?? value
  return Prisma.sql`${text} ilike ${`%${likeLiteral(longest)}%`}`
}
