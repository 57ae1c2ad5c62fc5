import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/**
 * The check (alias `v`) has this folded text in a name. The index knows parts of names only, so the whole is looked for too,
 * and first: where no index is used it costs far less. “<> 0”, because the planner takes it for nearly always true: how
 * common the text is, it knows from the parts.
 */
export const nameHolds = (text: string): Prisma.Sql =>
  Prisma.sql`strpos(v.name_search, ${text}) <> 0 and name_parts(v.name_search) @@ name_query(${text})`
