'use client'
import { useTranslations } from 'use-intl'
import { ListMenu } from '@/components/exports/list-menu'
import { useFilePlace } from '@/components/intake/file/use-file-place'
import { isComputing } from '@/components/payments/queries'
import { Restored } from '@/components/payments/restored'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import { api } from '@/lib/http/paths'
import type { OnlyLines, RunView } from '@/lib/payments/view'
import { keyOr } from '@/lib/platform/language/keys'

type NoticesProps = {
  run: RunView
  /** set while the server is unreachable */
  lost: { retry: () => void; busy: boolean } | null
  onOnly: (only: OnlyLines) => void
}

/** The filter of lines that each warning about dates shows. */
const DATES = { pastDue: 'past_due', undated: 'undated' } as const

/** Warnings that a person must see before a release, above the numbers. */
export function RunNotices({ run, lost, onOnly }: NoticesProps) {
  const t = useTranslations('payments.notice')
  const again = useTranslations('ui')
  const list = useTranslations('payments.run')
  const missing = run.notInRegister
  const placeOf = useFilePlace()
  const shown = [
    lost && (
      <Banner
        key="lost"
        kind="warning"
        title={t('lost.title')}
        action={
          <Button size="sm" busy={lost.busy} onClick={lost.retry}>
            {again('tryAgain')}
          </Button>
        }
      >
        {t('lost.text')}
      </Banner>
    ),
    run.state === 'unreadable' && (
      <Banner key="unreadable" kind="error" title={t('unreadable.title')}>
        {t(keyOr(t, `unreadable.${run.problem}`, 'unreadable.other'))}{' '}
        {run.problemPlace && placeOf(run.problemPlace)}
      </Banner>
    ),
    isComputing(run) && (
      <Banner
        key="computing"
        kind="info"
        title={t(`${run.state === 'reading' ? 'reading' : 'computing'}.title`)}
      >
        {t(`${run.state === 'reading' ? 'reading' : 'computing'}.text`)}
      </Banner>
    ),
    run.whole && (
      <Banner
        key="whole"
        kind="warning"
        icon={run.whole === 'signature' ? 'signature' : undefined}
        title={t(`whole.${run.whole}.title`)}
        action={
          run.state === 'ready' && (
            <ListMenu
              label={list('downloadList')}
              urlOf={(format) => api.paymentList(run.id, format)}
              small
            />
          )
        }
      >
        {t(`whole.${run.whole}.text`)}
      </Banner>
    ),
    ...(run.gates.released.lines < run.lines ? run.restores : []).map((restore) => (
      <Restored key={restore.restoredAt} restore={restore} />
    )),
    ...(['pastDue', 'undated'] as const).map(
      (kind) =>
        run[kind] > 0 && (
          <Banner
            key={kind}
            kind="warning"
            title={t(`${kind}.title`, { n: run[kind] })}
            action={
              <Button size="sm" onClick={() => onOnly(DATES[kind])}>
                {t('pastDue.action')}
              </Button>
            }
          >
            {t(`${kind}.text`)}
          </Banner>
        ),
    ),
    missing !== null && missing.lines > 0 && (
      <Banner key="register" kind="warning" title={t('notInRegister.title', { n: missing.lines })}>
        {t.rich('notInRegister.text', { date: () => <Time value={missing.loadedAt} form="date" /> })}
      </Banner>
    ),
  ].filter(Boolean)
  if (shown.length === 0) return null
  return <div className="grid gap-2 px-6 pt-4 max-md:px-4 max-md:pt-3">{shown}</div>
}
