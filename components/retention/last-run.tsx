'use client'
import { useTranslations } from 'use-intl'
import { Time } from '@/components/ui/format'
import type { CutView, Run } from '@/lib/retention/view'

/** "Retention ran 02:00, deleted 412 checks." */
export function LastRun({ run }: { run: Run | null }) {
  const t = useTranslations('retention.run')
  if (!run) return <p className="text-fg-muted">{t('never')}</p>
  const { checks, originals, requests, credits, entries } = run.purged
  const records = requests + credits + entries
  const time = () => <Time value={run.finishedAt ?? run.startedAt} />
  return (
    <p className="text-fg-muted num">
      {run.finishedAt
        ? t.rich('done', { time, checks, originals, records })
        : t.rich('running', { time, checks, originals })}
    </p>
  )
}

/** "Audit entries before 12 March 2021 were removed on 12 March 2026; the chain is whole from there." */
export function LastCut({ cut }: { cut: CutView }) {
  const t = useTranslations('retention')
  return (
    <p className="text-fg-muted num">
      {t.rich('cut', {
        before: () => <Time value={cut.before} form="date" />,
        time: () => <Time value={cut.at} form="date" />,
        whole: `${cut.whole}`,
      })}
    </p>
  )
}
