import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { COMPARED_EQUAL, HAS_PAYMENTS, KIND_OF_RUN } from '@/lib/payments/lines/requeue.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { oneOf, select } from '@/lib/platform/sql/select.server'
import { visibleUploads } from '@/lib/uploads/visible.server'
import { RUN_KINDS, type RunKind } from './view'

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
