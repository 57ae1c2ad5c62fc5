import { DropAnywhere } from '@/components/intake/file/drop-anywhere'
import { KeepDrops } from '@/components/intake/file/keep-drops.server'
import { UploadsDesk } from '@/components/uploads/list/uploads-page.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('bulk', 'title')

export default function BulkPage() {
  return (
    <>
      <KeepDrops />
      <UploadsDesk />
      <DropAnywhere />
    </>
  )
}
