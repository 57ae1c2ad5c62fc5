import { RecordPage, recordMetadata } from '@/components/verifications/record/record-page.server'

export const generateMetadata = recordMetadata

export default async function HistoryRecord({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <RecordPage environment="live" id={id} />
}
