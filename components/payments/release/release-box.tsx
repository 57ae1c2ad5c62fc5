'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProfileAdvice } from '@/components/payments/profile-advice'
import { paymentRunQuery } from '@/components/payments/queries'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { cx } from '@/components/ui/cx'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { LineList } from '@/components/ui/layout'
import { useSums } from '@/components/ui/money'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { useServerNow } from '@/components/ui/use-server-now'
import { api } from '@/lib/http/paths'
import type { ReleaseFileView, ReleaseView, RunView } from '@/lib/payments/view'
import { addSums, subtractSums } from '@/lib/tables/money/decimal'
import { PartRow, PartsTable } from './parts-table'
import { ReleaseTerms } from './release-terms'
import { type ReleaseAct, useReleaseAction } from './use-release'

type ReleaseBoxProps = { run: RunView; release: ReleaseView; headed?: boolean }

/** A release: who made it and when, its sums compared with the original, its files, and the possible actions. */
export function ReleaseBox({ run, release, headed }: ReleaseBoxProps) {
  const t = useTranslations('payments.releases')
  const lines = useTranslations('payments.lines')
  const sums = useSums()
  const { number, withdrawnAt, withdrawnBy, heldNotSentAt, heldNotSentBy } = release
  const hasHeldFile = release.files.some(({ part }) => part === 'held')
  return (
    <div className="grid grid-cols-1 gap-3">
      {headed && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="text-base">{t('name', { n: number })}</h3>
          {withdrawnAt && <Chip icon="undo-2">{t('withdrawn')}</Chip>}
        </div>
      )}
      <p className="flex flex-wrap gap-x-3.5 gap-y-1 text-sm text-fg-muted">
        <span>
          {t.rich('by', {
            time: () => <Time value={release.releasedAt} />,
            person: () => <span translate="no">{release.releasedBy.name}</span>,
          })}
        </span>
        {release.messageId && (
          <span>
            {t.rich('messageId', {
              id: () => (
                <span className="font-mono" translate="no">
                  {release.messageId}
                </span>
              ),
            })}
          </span>
        )}
        {withdrawnAt && (
          <span>
            {t.rich('withdrawnBy', {
              time: () => <Time value={withdrawnAt} />,
              person: () => <span translate="no">{withdrawnBy?.name}</span>,
            })}
          </span>
        )}
        {heldNotSentAt && (
          <span>
            {t.rich('notSentBy', {
              time: () => <Time value={heldNotSentAt} />,
              person: () => <span translate="no">{heldNotSentBy?.name}</span>,
            })}
          </span>
        )}
      </p>
      <ReleaseTerms release={release} />
      {withdrawnAt ? (
        <p className="num text-sm">
          {lines('count', { n: release.lines })}, {sums(release.sums)}
        </p>
      ) : (
        <div className={cx('grid grid-cols-1 items-start gap-x-6 gap-y-3', headed && 'lg:grid-cols-2')}>
          <Balance run={run} release={release} />
          <div className="grid min-w-0 gap-3">
            <Files run={run} release={release} />
            {(release.lines === 1 || (release.heldLines === 1 && hasHeldFile)) && (
              <ProfileAdvice advice={run.advice} topic="oneLine" className="text-sm text-fg-muted" />
            )}
            <ReleaseActs run={run} release={release} />
          </div>
        </div>
      )}
    </div>
  )
}

/** The sums that are released, held and released earlier, the original, and the difference, which must be zero. */
function Balance({ run, release }: Pick<ReleaseBoxProps, 'run' | 'release'>) {
  const t = useTranslations('payments.releases')
  const earlier = run.original.lines - release.lines - release.heldLines
  const parts = addSums(release.sums, release.heldSums)
  const earlierSums = subtractSums(addSums(run.original.sums, release.difference), parts)
  const zero = Object.values(release.difference).every((sum) => Number(sum) === 0)
  return (
    <PartsTable caption={t('balance', { n: release.number })}>
      <PartRow label={t('released')} totals={release} />
      <PartRow label={t('held')} totals={{ lines: release.heldLines, sums: release.heldSums }} />
      {earlier > 0 && <PartRow label={t('earlier')} totals={{ lines: earlier, sums: earlierSums }} />}
      <PartRow label={t('original')} totals={run.original} />
      <PartRow
        strong
        label={
          <span className="inline-flex items-center gap-1.5">
            <Icon
              name={zero ? 'circle-check' : 'triangle-exclamation-point'}
              className={cx('size-4 flex-none', zero ? 'text-match-fg' : 'text-nomatch-fg')}
            />
            {t('difference')}
          </span>
        }
        totals={{
          lines: Math.min(earlier, 0),
          sums: release.difference,
        }}
      />
    </PartsTable>
  )
}

const DOWNLOADED_MS = 1_500

/** The files with size and hash. After the first download the release can't be withdrawn, so it is fetched again. */
function Files({ run, release }: Pick<ReleaseBoxProps, 'run' | 'release'>) {
  const t = useTranslations('payments.releases')
  const client = useQueryClient()
  const readSoon = () =>
    setTimeout(
      () => void client.invalidateQueries({ queryKey: paymentRunQuery(run.id).queryKey }),
      DOWNLOADED_MS,
    )
  const later = run.releasesMade.some(({ number, withdrawnAt }) => number > release.number && !withdrawnAt)
  const closed = release.heldNotSentAt ? 'heldClosed' : later ? 'heldSuperseded' : null
  if (release.files.length === 0) return <p className="text-sm text-fg-muted">{t('filesDeleted')}</p>
  return (
    <LineList className="text-sm *:flex-wrap *:gap-x-3 *:gap-y-1.5 *:py-2">
      {release.files.map((file) => (
        <li key={file.part}>
          <FileText file={file} />
          {closed && file.part === 'held' ? (
            <p className="text-fg-muted">{t(closed)}</p>
          ) : (
            <a
              className="btn btn-sm ml-auto"
              href={api.paymentFile(run.id, release.number, file.part)}
              download
              aria-label={t('downloadOf', { file: file.fileName })}
              onClick={readSoon}
            >
              <Icon name="download" />
              {t('download')}
            </a>
          )}
          {!closed && file.part === 'held' && (
            <ProfileAdvice advice={run.advice} topic="held" className="w-full text-fg-muted" />
          )}
        </li>
      ))}
    </LineList>
  )
}

function FileText({ file }: { file: ReleaseFileView }) {
  const t = useTranslations('payments.releases')
  return (
    <div className="min-w-0 flex-[1_1_14rem]">
      <p className="wrap-anywhere">
        <b className="font-[550]">{t(`file.${file.part}`)}</b> <span translate="no">{file.fileName}</span>
      </p>
      <p className="num flex flex-wrap items-center gap-x-2 text-xs text-fg-subtle">
        <span>{t('size', { bytes: file.bytes })}</span>
        {file.sha256 !== '' && (
          <span className="inline-flex items-center gap-1">
            <span title={file.sha256}>
              {t.rich('hash', {
                value: () => (
                  <span className="font-mono" translate="no">
                    {file.sha256.slice(0, 16)}…
                  </span>
                ),
              })}
            </span>
            <CopyButton value={file.sha256} label={t('copyHash', { file: file.fileName })} />
          </span>
        )}
        {file.downloadedAt && (
          <span>{t.rich('downloaded', { time: () => <Time value={file.downloadedAt ?? ''} /> })}</span>
        )}
      </p>
    </div>
  )
}

/** Withdraw the release while that is possible. Record that a downloaded held file was not sent to a bank. */
function ReleaseActs({ run, release }: Pick<ReleaseBoxProps, 'run' | 'release'>) {
  const t = useTranslations('payments.releases')
  const [asking, setAsking] = useState<ReleaseAct | null>(null)
  const act = useReleaseAction(run.id, release.number, (ended) =>
    setAsking((now) => (now === ended ? null : now)),
  )
  const now = useServerNow(1_000)
  const left = release.withdrawableUntil ? Date.parse(release.withdrawableUntil) - now : 0
  const wasOut = release.files.some(({ part, downloadedAt }) => part === 'held' && downloadedAt !== null)
  const heldOut = wasOut && release.heldNotSentAt === null
  const notSent = heldOut && run.may.confirm
  const withdraw = left > 0 && run.may.release
  if (!withdraw && !wasOut) return null
  return (
    <div className="grid gap-2 text-sm">
      {heldOut && <p className="text-fg-muted">{t('heldOut')}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {withdraw && (
          <>
            <Button icon="undo-2" onClick={() => setAsking('withdraw')}>
              {t('withdraw')}
            </Button>
            <span className="num text-fg-muted" suppressHydrationWarning>
              {t('withdrawLeft', {
                minutes: Math.floor(left / 60_000),
                seconds: Math.floor(left / 1_000) % 60,
              })}
            </span>
          </>
        )}
        {notSent && (
          <Button
            className="max-md:h-auto max-md:py-1.5 max-md:whitespace-normal"
            onClick={() => setAsking('notSent')}
          >
            {t('notSent')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t(asking === 'notSent' ? 'notSentTitle' : 'withdrawTitle', { n: release.number })}
        confirmLabel={t(asking === 'notSent' ? 'notSentConfirm' : 'withdraw')}
        danger={asking !== 'notSent'}
        busy={act.isPending}
        onConfirm={() => asking && act.mutate(asking)}
      >
        {t(asking === 'notSent' ? 'notSentText' : 'withdrawText', { n: release.lines })}
      </ConfirmDialog>
    </div>
  )
}
