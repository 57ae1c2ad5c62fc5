'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import type { Run } from '@/lib/retention/view'

/** "Ran today 02:00, deleted 412 checks." */
export function LastRun({ run }: { run: Run | null }) {
  const t = useTranslations('retention.run')
  if (!run) return <p className="text-fg-muted">{t('never')}</p>
  const { checks, originals } = run.purged
  const time = () => <Time value={run.finishedAt ?? run.startedAt} />
  return (
    <p className="text-fg-muted num">
      {run.finishedAt
        ? t.rich('done', { time, checks, originals })
        : t.rich('running', { time, checks, originals })}
    </p>
  )
}
