'use client'
import dynamic from 'next/dynamic'
import { type ReactNode, Suspense, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { LateAttach } from '@/components/attempts/late-attach'
import { Button, ButtonLink } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { loadWithRetry } from '@/components/ui/lazy'
import { Banner } from '@/components/ui/messages/banner'
import { useServerNow } from '@/components/ui/use-server-now'
import { isUploadOpen } from '@/components/uploads/percent'
import { pages } from '@/lib/http/paths'
import { hasKey } from '@/lib/platform/language/keys'
import type { UploadView } from '@/lib/uploads/view'
import type { Rights } from './head-actions'
import { noticesOf, type UploadNotice } from './notices'
import { RetryPanel } from './retry'

const Approval = dynamic(() => loadWithRetry(() => import('./approval').then((part) => part.Approval)))
const KnownAnswers = dynamic(() =>
  loadWithRetry(() => import('./known-answers').then((part) => part.KnownAnswers)),
)

type NoticeListProps = {
  upload: UploadView
  rights: Rights
  /** Set while the server is unreachable: the last response, and how to retry. */
  lost: { at: string; retry: () => void; busy: boolean } | null
  /** Filters the rows that reuse earlier checks. */
  onShowKnown: () => void
}

/** The notices about an upload, above its rows. */
export function NoticeList({ upload, rights, lost, onShowKnown }: NoticeListProps) {
  const t = useTranslations('bulk.notice')
  const now = useServerNow(1_000)
  const notices = noticesOf(upload, now)
  // reserve the space of the usual notice of a running upload, so that nothing below moves
  const [room] = useState(isUploadOpen(upload))
  if (notices.length === 0 && !lost && !room) return null
  const [first, ...others] = notices.map((notice) =>
    notice.name === 'approval' ? (
      <Suspense key="approval">
        <Approval upload={upload} mayApprove={rights.approve} />
      </Suspense>
    ) : notice.name === 'known' || notice.name === 'knownTaken' ? (
      <Suspense key="known">
        <KnownAnswers upload={upload} mayChoose={rights.act} onShow={onShowKnown} />
      </Suspense>
    ) : (
      <Line
        key={`${notice.name} ${'batch' in notice ? notice.batch : ''}`}
        {...{ notice, upload, rights, now }}
      />
    ),
  )
  return (
    <div className="grid gap-2 px-6 pt-4 max-md:px-4 max-md:pt-3">
      {lost && (
        <Banner
          kind="warning"
          title={t('offline.title')}
          action={
            <Button size="sm" busy={lost.busy} onClick={lost.retry}>
              {t('offline.action')}
            </Button>
          }
        >
          {t.rich('offline.text', { time: () => <Time value={lost.at} form="clock" /> })}
        </Banner>
      )}
      {(first || room) && (
        <div
          className={
            room
              ? 'min-h-bar max-md:min-h-[62px] max-sm:min-h-[98px] max-sm:[&:lang(fr)]:min-h-[118px]'
              : undefined
          }
        >
          {first}
        </div>
      )}
      {others}
    </div>
  )
}

type LineName = Exclude<UploadNotice['name'], 'approval' | 'known' | 'knownTaken'>
const KINDS: Record<LineName, 'neutral' | 'warning' | 'info'> = {
  comparing: 'info',
  differs: 'warning',
  accepted: 'info',
  declined: 'warning',
  restored: 'warning',
  paused: 'warning',
  credits: 'warning',
  credentials: 'warning',
  unknown: 'warning',
  writtenOff: 'neutral',
  refused: 'warning',
  slowed: 'info',
  notAnswering: 'warning',
  turnedAway: 'warning',
  delayed: 'warning',
  stalled: 'warning',
  withheld: 'warning',
  missing: 'warning',
  stopped: 'neutral',
  failures: 'neutral',
}
const ICONS = { paused: 'pause', unknown: 'circle-question-mark' } as const

type LineProps = {
  notice: Extract<UploadNotice, { name: LineName }>
  upload: UploadView
  rights: Rights
  now: number
}

function Line({ notice, upload, rights, now }: LineProps) {
  const t = useTranslations('bulk.notice')
  const format = useFormatter()
  const { name } = notice
  const moment = 'until' in notice ? notice.until : 'since' in notice ? notice.since : null
  const batches = 'batches' in notice ? notice.batches : []
  const values = {
    ...notice,
    n: batches.length,
    batches: isRun(batches) ? `${batches[0]}–${batches.at(-1)}` : format.list(batches.map(String)),
    seconds: moment ? Math.max(Math.ceil((Date.parse(moment) - now) / 1000), 1) : 0,
    time: () => <Time value={moment ?? new Date(now)} />,
    since: () => <Time value={'since' in notice ? notice.since : new Date(now)} />,
    made: () => 'madeAt' in notice && <Time value={notice.madeAt} form="full" />,
    restored: () => 'restoredAt' in notice && <Time value={notice.restoredAt} form="full" />,
    // it changes every second, so it is not announced
    wait: (words: ReactNode) => <span aria-hidden="true">{words}</span>,
  }
  const repair = name === 'credentials' && rights.connections && pages.connections()
  const decide = name === 'unknown' && rights.decide && pages.unknown()
  const href = repair || decide
  const link = href && (
    <ButtonLink size="sm" href={href}>
      {t(`${name}.action`)}
    </ButtonLink>
  )
  const again = name === 'failures' && rights.act && upload.retry.rows > 0 && <RetryPanel upload={upload} />
  const late = name === 'writtenOff' && rights.decide && <LateAttach attemptId={notice.attemptId} />
  const title = `${name}.title`
  const icon = name === 'paused' || name === 'unknown' ? ICONS[name] : undefined
  return (
    <Banner
      kind={KINDS[name]}
      icon={icon}
      title={hasKey(t, title) && t.rich(title, values)}
      action={link || again || late}
    >
      {t.rich(`${name}.text`, values)}
    </Banner>
  )
}

/** More than two consecutive numbers are written as a range. */
const isRun = (numbers: number[]): boolean =>
  numbers.length > 2 && numbers.every((number, i) => i === 0 || number === (numbers[i - 1] ?? 0) + 1)
