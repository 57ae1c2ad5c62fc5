import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { oneOf, select } from '@/lib/platform/sql/select.server'
import { visibleUploads } from '@/lib/uploads/visible.server'
import { RUN_KINDS, type RunKind } from './view'

/** SQL condition: upload `u` contains payments, as `hasPayments` of lib/uploads says of its file. */
const HAS_PAYMENTS = Prisma.sql`
  u.environment = 'live' and u.purged_at is null
  and (u.reading -> 'table' ->> 'format' = 'payments' or u.reading -> 'map' ->> 'amount' is not null)`

/** SQL condition: upload `u` was found equal to its stored file. */
const COMPARED_EQUAL = Prisma.sql`(u.comparison ? 'at' and not u.comparison ? 'problem')`

/** SQL condition: upload `u` contains payments, and was found equal to its stored file. */
export const HAS_COMPARED_PAYMENTS = Prisma.sql`${HAS_PAYMENTS} and ${COMPARED_EQUAL}`

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
     where u.id = ${id}::uuid and ${HAS_PAYMENTS}
       and (u.state = 'comparing' or ${COMPARED_EQUAL})`,
  )
  return upload?.kind ?? null
}
