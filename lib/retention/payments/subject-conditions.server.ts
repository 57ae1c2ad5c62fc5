import 'server-only'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { int4, select, text, uuid } from '@/lib/platform/sql/select.server'
import { mayMention } from '@/lib/retention/mention.server'
import { type DataSubject, isNamed } from '@/lib/retention/subject'

type Found = { id: string; names: string; lines: number }

/** The names of a row are one JSON array, because each of them may be that of the subject. */
const isAmong = (subject: DataSubject, { names }: Found): boolean =>
  subject.kind === 'iban' ||
  (JSON.parse(names) as (string | null)[]).some((name) => isNamed(subject, name ?? ''))

const FOUND = { id: uuid, names: text, lines: int4 }

/** How many payment lines have the subject as payee, payer or ultimate creditor, and the uploads with these lines. */
export async function linesOfSubject(
  on: Db,
  subject: DataSubject,
): Promise<{ count: number; uploadIds: string[] }> {
  const names = Prisma.sql`l.name, l.debtor_name, l.ultimate_creditor`
  const about =
    subject.kind === 'iban'
      ? Prisma.sql`(l.iban = ${subject.key} or l.debtor_iban = ${subject.key})`
      : mayMention(Prisma.sql`concat_ws(' ', ${names})`, subject)
  const rows = await select(
    on,
    FOUND,
    Prisma.sql`
    select l.upload_id as id, jsonb_build_array(${names})::text as names, count(*)::int as lines from payment_lines l
     where ${about} group by l.upload_id, jsonb_build_array(${names})`,
  )
  const found = rows.filter((row) => isAmong(subject, row))
  return {
    count: found.reduce((sum, { lines }) => sum + lines, 0),
    uploadIds: [...new Set(found.map(({ id }) => id))],
  }
}

/** The IDs of the uploads with a row of the subject's name that was not sent. Their IBANs are only in the file. */
export async function uploadsWithUnsent(on: Db, subject: DataSubject): Promise<string[]> {
  if (subject.kind === 'iban') return []
  const rows = await select(
    on,
    { id: uuid, name: text.notNull() },
    Prisma.sql`
    select distinct x.upload_id as id, x.name from upload_rows x
     where x.verification_id is null and x.name is not null and ${mayMention(Prisma.sql`x.name`, subject)}`,
  )
  return rows.filter(({ name }) => isNamed(subject, name)).map(({ id }) => id)
}

/** The IDs of the bank reports that have a line with the subject's name or IBAN. */
export async function reportsOfSubject(on: Db, subject: DataSubject): Promise<string[]> {
  const names = Prisma.sql`j.name, j.bank_name`
  const about =
    subject.kind === 'iban'
      ? Prisma.sql`j.iban = ${subject.key}`
      : mayMention(Prisma.sql`concat_ws(' ', ${names})`, subject)
  const rows = await select(
    on,
    FOUND,
    Prisma.sql`
    select j.report_id as id, jsonb_build_array(${names})::text as names, count(*)::int as lines
      from payment_report_lines j where ${about} group by j.report_id, jsonb_build_array(${names})`,
  )
  return [...new Set(rows.filter((row) => isAmong(subject, row)).map(({ id }) => id))]
}
