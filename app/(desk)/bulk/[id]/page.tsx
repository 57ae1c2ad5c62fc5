import type { SearchParams } from 'nuqs/server'
import { UploadDesk, uploadMetadata } from '@/components/uploads/page/upload-page.server'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

export const generateMetadata = async ({ params }: Props) => uploadMetadata((await params).id)

export default async function UploadPage({ params, searchParams }: Props) {
  return <UploadDesk id={(await params).id} searchParams={searchParams} />
}
