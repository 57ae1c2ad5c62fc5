import type { Metadata } from 'next'
import { UploadDesk, uploadOrNotFound } from '@/components/uploads/pages.server'
import { requirePage } from '@/lib/auth/guard.server'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const actor = await requirePage()
  return { title: (await uploadOrNotFound((await params).id, actor)).fileName }
}

/** One upload, live. */
export default async function UploadPage({ params, searchParams }: Props) {
  return <UploadDesk id={(await params).id} searchParams={searchParams} />
}
