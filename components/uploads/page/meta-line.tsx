'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import type { FileDeletion } from '@/lib/retention/view'
import { givenTitle, type UploadView } from '@/lib/uploads/view'

/** Below the heading: the label, who started it and when, the number of rows, the cost, how long the file is kept. */
export function MetaLine({ upload, fileDeletion }: { upload: UploadView; fileDeletion: FileDeletion }) {
  const t = useTranslations('bulk.meta')
  const { startedAt, createdAt, createdBy, total, bulks, credits, completes } = upload
  const { completedBy, retries, retry, approval, comparison, enrichment, payments } = upload
  const batches = bulks.filter(({ status }) => status !== 'stopped').length
  const time = () => <Time value={startedAt ?? createdAt} />
  const title = givenTitle(upload)
  return (
    <>
      {title && <span translate="no">{title}</span>}
      {completes && <Link href={pages.upload(completes)}>{t('completes')}</Link>}
      {completedBy.map((one, n) => (
        <Link key={one} href={pages.upload(one)}>
          {t('completedBy', { n: n + 1, uploads: completedBy.length })}
        </Link>
      ))}
      {retries && <Link href={pages.upload(retries)}>{t('retries')}</Link>}
      {retry.runs.map((run, n) => (
        <Link key={run} href={pages.upload(run)}>
          {t('retried', { n: n + 1, runs: retry.runs.length })}
        </Link>
      ))}
      {payments && <Link href={pages.paymentRun(upload.id)}>{t('payments')}</Link>}
      <span>{t.rich(startedAt ? 'started' : 'sent', { time, name: createdBy.name })}</span>
      {approval?.decision === 'approved' && <span>{t('approved', { name: approval.by?.name ?? '' })}</span>}
      <span className="num">{t('rows', { rows: total, batches })}</span>
      {comparison !== null && comparison.edited > 0 && (
        <Link href={pages.uploadEdited(upload.id)} className="num">
          {t('edited', { n: comparison.edited })}
        </Link>
      )}
      <span className="num">{t('credits', { credits })}</span>
      {upload.original && (
        <span>
          {t.rich(fileDeletion.open ? 'fileOpen' : fileDeletion.at > upload.now ? 'fileDeleted' : 'fileDue', {
            time: () => <Time value={fileDeletion.at} form="date" />,
          })}
        </span>
      )}
      {enrichment && <span>{t(`enrichment.${enrichment}`)}</span>}
    </>
  )
}
