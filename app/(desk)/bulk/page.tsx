import { DropAnywhere } from '@/components/intake/file/drop-anywhere'
import { KeepDrops } from '@/components/intake/file/keep-drops.server'
import { firstPage } from '@/components/live/list-query'
import { UploadsPage } from '@/components/uploads/list/uploads-page'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { listUploads } from '@/lib/uploads/queries.server'
import { uploadsQuerySchema } from '@/lib/uploads/schema'

export const generateMetadata = pageTitle('bulk', 'title')

/** The list of uploads, with its first page rendered on the server. */
export default async function BulkPage() {
  const actor = await requirePage('/bulk')
  const first = firstPage(await listUploads(uploadsQuerySchema.parse({}), actor))
  return (
    <>
      <KeepDrops />
      <UploadsPage first={first} mayUpload={hasRole(actor, 'analyst')} />
      <DropAnywhere />
    </>
  )
}
