import 'server-only'
import { firstPage } from '@/components/live/url-query'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { listUploads } from '@/lib/uploads/queries.server'
import { uploadsQuerySchema } from '@/lib/uploads/schema'
import { UploadsPage } from './uploads-page'

/** The list, with its first page rendered on the server. */
export async function UploadsDesk() {
  const actor = await requirePage('/bulk')
  const first = firstPage(await listUploads(uploadsQuerySchema.parse({}), actor))
  return <UploadsPage first={first} mayUpload={hasRole(actor, 'analyst')} />
}
