'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import type { RunView } from '@/lib/payments/view'

/** The line below the heading: the label, who uploaded the run and when, its format, and a link to its upload. */
export function RunMeta({ run }: { run: RunView }) {
  const t = useTranslations('payments.run')
  return (
    <>
      {run.title && !run.fileName.startsWith(run.title) && <span translate="no">{run.title}</span>}
      <span>
        {t.rich('uploaded', {
          time: () => <Time value={run.createdAt} />,
          person: () => <span translate="no">{run.createdBy.name}</span>,
        })}
      </span>
      {run.version && <span translate="no">{run.version}</span>}
      <Link href={pages.upload(run.id)}>{t('toUpload')}</Link>
    </>
  )
}
