'use client'
import { FailedPage } from '@/components/shell/failed-page'

export default function AppError({ error, retry }: { error: unknown; retry: () => void }) {
  return <FailedPage error={error} retry={retry} bare />
}
