import type { SearchParams } from 'nuqs/server'
import { HistoryPage, historyMetadata } from '@/components/history/history-page.server'

type Props = { searchParams: Promise<SearchParams> }

export const generateMetadata = historyMetadata

export default function History({ searchParams }: Props) {
  return <HistoryPage environment="live" searchParams={searchParams} />
}
