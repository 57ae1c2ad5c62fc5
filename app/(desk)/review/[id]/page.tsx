import type { SearchParams } from 'nuqs/server'
import { DeskPage, deskMetadata } from '@/components/reviews/desk-page.server'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<SearchParams>
}

export const generateMetadata = async ({ params }: Props) => deskMetadata('live', (await params).id)

export default async function ReviewItemPage({ params, searchParams }: Props) {
  const { id } = await params
  return <DeskPage environment="live" id={id} searchParams={searchParams} />
}
