import { HistoryPage, historyMetadata } from '@/components/history/history-page.server'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export const generateMetadata = historyMetadata

export default function History({ searchParams }: Props) {
  return <HistoryPage environment="live" searchParams={searchParams} />
}
