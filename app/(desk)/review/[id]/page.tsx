import { DeskPage, deskMetadata } from '@/components/reviews/desk-page.server'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const generateMetadata = () => deskMetadata('live')

export default async function ReviewItemPage({ params, searchParams }: Props) {
  const { id } = await params
  return <DeskPage environment="live" id={id} searchParams={searchParams} />
}
