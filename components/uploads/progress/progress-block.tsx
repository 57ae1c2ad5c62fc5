'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SegmentedProgress } from '@/components/outcome/segmented-progress'
import { cx } from '@/components/ui/cx'
import { Duration } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { isUploadOpen, percentOf } from '@/components/uploads/percent'
import { isInFlight, stateOf } from '@/components/uploads/state'
import { pages } from '@/lib/http/paths'
import { answeredOf, RESULTS } from '@/lib/uploads/counts'
import type { UploadView } from '@/lib/uploads/view'
import { useEta } from './use-eta'
import { useProgressAnnouncements } from './use-progress-announcements'
import type { Pace } from './use-samples'

/** "62%", the time left or taken, and the progress bar. */
export function ProgressBlock({ upload, pace }: { upload: UploadView; pace: Pace }) {
  const t = useTranslations('bulk')
  const answered = answeredOf(upload.counts)
  const percent = percentOf(answered, upload.total)
  const eta = useEta(upload, pace)
  const values = { percent, answered, total: upload.total }
  const words = eta
    ? t('progress.valueWithTime', { ...values, time: eta.spoken })
    : t('progress.value', values)
  const state = stateOf(upload)
  const label = t(`state.${state}`, { failed: upload.counts.failed, unknown: upload.counts.unknown })
  useProgressAnnouncements({ percent, answered, state }, `${label}. ${words}`)
  const moving = upload.bulks.some(isInFlight)
  // the space of the final text is reserved while the page is open, so that nothing below moves
  const [room] = useState(isUploadOpen(upload))
  return (
    <>
      <div className="num flex flex-wrap items-baseline gap-x-3.5 text-fg-muted max-md:gap-x-2.5">
        <b className="text-3xl font-semibold tracking-[-0.035em] text-fg">
          {t('progress.percent', { percent })}
        </b>
        <span className="max-sm:w-full">{t('progress.answered', values)}</span>
        <span
          className={cx(
            'ml-auto font-medium text-fg max-md:m-0 max-md:min-h-6 max-md:w-full max-sm:leading-7',
            room && 'max-sm:min-h-[5.25rem]',
          )}
          suppressHydrationWarning
        >
          {isUploadOpen(upload) ? eta?.shown : <Finished upload={upload} />}
        </span>
      </div>
      <SegmentedProgress
        className="mt-3.5"
        label={t('progress.bar')}
        valueText={words}
        total={upload.total}
        answered={answered}
        segments={RESULTS.map((result) => ({
          kind: result === 'waiting' && moving ? 'processing' : result,
          count: upload.counts[result],
        }))}
      />
    </>
  )
}

function Finished({ upload }: { upload: UploadView }) {
  const t = useTranslations('bulk.finished')
  const { startedAt, createdAt, finishedAt, toReview, environment, id } = upload
  const ms = Date.parse(finishedAt ?? createdAt) - Date.parse(startedAt ?? createdAt)
  return (
    <>
      {t.rich('in', { duration: () => <Duration ms={ms} /> })}
      {toReview > 0 && (
        <>
          {' '}
          {t('toReview', { n: toReview })}{' '}
          <Link
            href={pages.uploadReviews(environment, id)}
            className="btn btn-sm -my-1.5 ml-1.5 max-md:my-0 max-md:ml-0"
          >
            {t('review', { n: toReview })}
          </Link>
        </>
      )}
    </>
  )
}
