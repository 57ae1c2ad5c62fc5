'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { loadWithRetry } from '@/components/ui/lazy'
import { Progress } from './progress'
import { StepBody } from './step-body'

function Coming() {
  const t = useTranslations('intake')
  return (
    <StepBody>
      <Progress label={t('file.reading')} />
    </StepBody>
  )
}

/** The steps that need a file. */
export const LazyColumns = dynamic(
  () => loadWithRetry(() => import('./columns/columns-step').then((part) => part.ColumnsStep)),
  { ssr: false, loading: Coming },
)
export const LazyRows = dynamic(
  () => loadWithRetry(() => import('./rows/rows-step').then((part) => part.RowsStep)),
  { ssr: false, loading: Coming },
)
export const LazySend = dynamic(
  () => loadWithRetry(() => import('./send/send-step').then((part) => part.SendStep)),
  { ssr: false, loading: Coming },
)
