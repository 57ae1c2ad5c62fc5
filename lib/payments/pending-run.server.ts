import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { oneOf, select } from '@/lib/platform/sql/select.server'
import { HAS_PAYMENTS } from '@/lib/uploads/original.server'
import { visibleUploads } from '@/lib/uploads/visible.server'
import { RUN_KINDS, type RunKind } from './view'

/** SQL condition: upload `u` has a run, or will have one. */
const HAS_RUN = Prisma.sql`u.environment = 'live' and u.purged_at is null and ${HAS_PAYMENTS}`

/** SQL condition: upload `u` was found equal to its stored file. */
const COMPARED_EQUAL = Prisma.sql`(u.comparison ? 'at' and not u.comparison ? 'problem')`

/** SQL condition: upload `u` has a run, and was found equal to its stored file. */
export const HAS_COMPARED_PAYMENTS = Prisma.sql`${HAS_RUN} and ${COMPARED_EQUAL}`

/** SQL condition: upload `u` contains payments that were not read from its stored file yet. */
export const HAS_UNREAD_PAYMENTS = Prisma.sql`
  ${HAS_PAYMENTS} and (u.comparison is null and u.state <> 'stopped' or ${COMPARED_EQUAL})
  and exists (select from upload_originals o where o.upload_id = u.id)
  and not exists (select from payment_runs g where g.upload_id = u.id and g.state <> 'reading')`

/** SQL: the kind of the run of upload `u`, one of `RUN_KINDS`. */
export const KIND_OF_RUN = Prisma.sql`
  case when u.reading -> 'table' ->> 'format' = 'payments' then 'pain001' else 'table' end`

/**
 * The kind of run that an upload is about to have: it contains payments, and still waits to be compared with its file
 * or to be read. Null for other uploads, and for uploads that this person may not see.
 */
export async function pendingRunKind(id: string, actor: Actor): Promise<RunKind | null> {
  if ((await db().upload.count({ where: { id, ...visibleUploads(actor) } })) === 0) return null
  const [upload] = await select(
    db(),
    { kind: oneOf(RUN_KINDS) },
    Prisma.sql`
    select ${KIND_OF_RUN} as kind
      from uploads u join upload_originals o on o.upload_id = u.id
     where u.id = ${id}::uuid and ${HAS_RUN}
       and (u.state = 'comparing' or ${COMPARED_EQUAL})`,
  )
  return upload?.kind ?? null
}
