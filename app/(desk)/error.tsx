'use client'
import { FailedPage } from '@/components/shell/notices'

export default function DeskError({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailedPage error={error} retry={retry} />
}
