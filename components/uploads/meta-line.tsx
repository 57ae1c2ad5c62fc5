'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import type { UploadView } from '@/lib/uploads/view'
import { isOpen } from './state'

/** Under the heading: what the person called it, who started it when, how many rows, what it used. */
export function MetaLine({ upload }: { upload: UploadView }) {
  const t = useTranslations('bulk.meta')
  const { startedAt, createdAt, createdBy, title, fileName, total, bulks, credits } = upload
  const batches = bulks.filter(({ status }) => status !== 'stopped').length
  const time = () => <Time value={startedAt ?? createdAt} />
  return (
    <>
      {title && !fileName.startsWith(title) && <span>{title}</span>}
      <span>{t.rich(startedAt ? 'started' : 'sent', { time, name: createdBy.name })}</span>
      <span className="num">{t('rows', { rows: total, batches })}</span>
      <span className="num">{t('credits', { credits, open: String(isOpen(upload)) })}</span>
    </>
  )
}
