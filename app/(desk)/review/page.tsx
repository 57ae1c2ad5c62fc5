import type { SearchParams } from 'nuqs/server'
import { DeskPage, deskMetadata } from '@/components/reviews/desk-page.server'

type Props = { searchParams: Promise<SearchParams> }

export const generateMetadata = () => deskMetadata('live')

/** The review queue, with the oldest item open beside it. */
export default function ReviewPage({ searchParams }: Props) {
  return <DeskPage environment="live" searchParams={searchParams} />
}
