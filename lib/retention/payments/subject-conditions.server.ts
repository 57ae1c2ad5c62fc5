import 'server-only'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { int4, select, text, uuid } from '@/lib/platform/sql/select.server'
import { mayMention } from '@/lib/retention/mention.server'
import { type DataSubject, isNamed } from '@/lib/retention/subject'

type SubjectRows = { table: Prisma.Sql; id: Prisma.Sql; names: Prisma.Sql; hasIban: Prisma.Sql }

/** Counts the rows of a table that are about the subject, by ID. Each of the names of a row may be the subject's. */
async function rowsAbout(on: Db, subject: DataSubject, { table, id, names, hasIban }: SubjectRows) {
  const about = subject.kind === 'iban' ? hasIban : mayMention(Prisma.sql`concat_ws(' ', ${names})`, subject)
  const rows = await select(
    on,
    { id: uuid, names: text, lines: int4 },
    Prisma.sql`
    select ${id} as id, jsonb_build_array(${names})::text as names, count(*)::int as lines from ${table}
     where ${about} group by ${id}, jsonb_build_array(${names})`,
  )
  const isNamedIn = (all: string) =>
    (JSON.parse(all) as (string | null)[]).some((name) => isNamed(subject, name ?? ''))
  return rows.filter((row) => subject.kind === 'iban' || isNamedIn(row.names))
}

/** How many payment lines have the subject as payee, payer or ultimate creditor, and the uploads with these lines. */
export async function linesOfSubject(
  on: Db,
  subject: DataSubject,
): Promise<{ count: number; uploadIds: string[] }> {
  const found = await rowsAbout(on, subject, {
    table: Prisma.sql`payment_lines l`,
    id: Prisma.sql`l.upload_id`,
    names: Prisma.sql`l.name, l.debtor_name, l.ultimate_creditor`,
    hasIban: Prisma.sql`(l.iban = ${subject.key} or l.debtor_iban = ${subject.key})`,
  })
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
  const found = await rowsAbout(on, subject, {
    table: Prisma.sql`payment_report_lines j`,
    id: Prisma.sql`j.report_id`,
    names: Prisma.sql`j.name, j.bank_name`,
    hasIban: Prisma.sql`j.iban = ${subject.key}`,
  })
  return [...new Set(found.map(({ id }) => id))]
}
