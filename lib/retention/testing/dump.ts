import { db, Prisma } from '@/lib/platform/db.server'

/**
 * Everything that the database holds, as text: every row of every table of every schema but the provider's own, columns
 * of bytes also decoded. What is not in here is in no dump and in no query.
 */
export async function wholeDatabase(): Promise<string> {
  const tables = await db().$queryRaw<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'service')`
  const texts: string[] = []
  for (const { schema, name } of tables) {
    const table = Prisma.raw(`"${schema}"."${name}"`)
    const rows = await db().$queryRaw<{ row: string }[]>`select t::text as row from ${table} t`
    texts.push(...rows.map(({ row }) => `${schema}.${name} ${row}`))
  }
  const text = texts.join('\n')
  const bytes = [...text.matchAll(/\\x([0-9a-f]{8,})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'))
  return [text, ...bytes.map((each) => each.toString('utf8'))].join('\n')
}

/** Which of the values stand in a text, in any case, with or without their spaces. */
export function foundIn(text: string, values: string[]): string[] {
  const plain = (given: string) => given.toLowerCase().replace(/[\s\u00a0]/g, '')
  const all = plain(text)
  return values.filter((value) => all.includes(plain(value)))
}
