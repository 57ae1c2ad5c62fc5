import type { Metadata } from 'next'
import { DropAnywhere } from '@/components/intake/file/drop-anywhere'
import { KeepDrops } from '@/components/intake/file/keep-drops.server'
import { UploadsDesk } from '@/components/uploads/list/uploads-page.server'
import { getTranslations } from '@/lib/platform/language/i18n.server'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('bulk'))('title') }
}

export default function BulkPage() {
  return (
    <>
      <KeepDrops />
      <UploadsDesk />
      <DropAnywhere />
    </>
  )
}
