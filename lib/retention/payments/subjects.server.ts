import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { int4, select, text } from '@/lib/platform/sql/select.server'
import { type DataSubject, readSubject } from '@/lib/retention/subject'

const PAGE = 5_000
const NONE = { id: '00000000-0000-0000-0000-000000000000', number: 0 }

type Column = 'iban' | 'name'
/** The tables that hold IBANs and names of payments, and their columns. */
const TABLES: { table: string; key: [id: string, number: string]; columns: [string, Column][] }[] = [
  {
    table: 'payment_lines',
    key: ['upload_id', 'number'],
    columns: [
      ['iban', 'iban'],
      ['debtor_iban', 'iban'],
      ['name', 'name'],
      ['debtor_name', 'name'],
      ['ultimate_creditor', 'name'],
    ],
  },
  {
    table: 'payment_report_lines',
    key: ['report_id', 'position'],
    columns: [
      ['iban', 'iban'],
      ['name', 'name'],
      ['bank_name', 'name'],
    ],
  },
]

/** All subjects, by IBAN and by name, in payment lines and lines of bank reports, in pages and with repetitions. */
export async function* paymentSubjects(): AsyncGenerator<DataSubject[]> {
  for (const { table, key, columns } of TABLES) {
    const [id, number] = key.map((name) => Prisma.raw(name)) as [Prisma.Sql, Prisma.Sql]
    const names = Prisma.join(columns.map(([name]) => Prisma.raw(name)))
    for (let last = NONE; ; ) {
      const rows = await select(
        db(),
        { id: text, number: int4, values: text },
        Prisma.sql`
        select ${id}::text as id, ${number} as number, jsonb_build_array(${names})::text as values
          from ${Prisma.raw(table)} where (${id}, ${number}) > (${last.id}::uuid, ${last.number}::int)
         order by ${id}, ${number} limit ${PAGE}`,
      )
      yield rows.flatMap(({ values }) => subjectsIn(JSON.parse(values), columns))
      const end = rows.at(-1)
      if (!end || rows.length < PAGE) break
      last = end
    }
  }
}

const subjectsIn = (values: (string | null)[], columns: [string, Column][]): DataSubject[] =>
  values.flatMap((value, index) => {
    const kind = columns[index]?.[1]
    return value === null || kind === undefined ? [] : (readSubject({ kind, value }) ?? [])
  })
