import { historyMetadata, RecordPage } from '@/components/history/history-page.server'

export const generateMetadata = historyMetadata

/** The record of one check. */
export default async function HistoryRecord({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <RecordPage environment="live" id={id} />
}
