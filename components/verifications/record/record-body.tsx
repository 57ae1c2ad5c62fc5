'use client'
import { useTranslations } from 'use-intl'
import { NameAlone } from '@/components/names/name-alone'
import { NameDiff } from '@/components/names/name-diff'
import { ReviewChip, SandboxChip } from '@/components/outcome/review-chip'
import { StatusChip } from '@/components/outcome/status-chip'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import type { VerificationView } from '@/lib/verifications/view'
import { HeldBack } from './held-back'
import { Masked } from './masked'
import { RawAnswer } from './raw-answer'
import type { Reader } from './reader'
import { RecordFacts } from './record-facts'
import { RecordTimeline } from './record-timeline'
import type { Reveal } from './use-record'

type RecordBodyProps = { record: VerificationView; me: Reader; reveal: Reveal }

/** The record of a check: result, names, facts, timeline, technical details. */
export function RecordBody({ record, me, reveal }: RecordBodyProps) {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <StatusChip kind={record.outcome} />
        <ReviewChip state={record.review?.state} />
        {record.environment === 'sandbox' && <SandboxChip />}
        <Time value={record.answeredAt ?? record.createdAt} className="num ml-auto text-sm text-fg-muted" />
      </div>
      {record.masked && !record.purgedAt && <Masked id={record.id} reveal={reveal} />}
      <HeldBack {...{ record, me }} />
      {record.purgedAt ? (
        <Purged at={record.purgedAt} />
      ) : (
        <Names record={record} mine={record.requestedBy.id === me.id} />
      )}
      <RecordFacts record={record} />
      <section>
        <RecordTimeline record={record} myId={me.id} />
      </section>
      <TechnicalDetails record={record} />
    </div>
  )
}

/** What remains of a check after its retention period: everything except names and IBAN. */
function Purged({ at }: { at: string }) {
  const t = useTranslations('history')
  return <Banner>{t.rich('purged', { time: () => <Time value={at} form="date" /> })}</Banner>
}

function Names({ record, mine }: { record: VerificationView; mine: boolean }) {
  const t = useTranslations('outcome.meaning')
  const voice = mine ? 'you' : 'submitted'
  if (record.matchedName && record.comparison) {
    return (
      <NameDiff
        voice={voice}
        submitted={record.name}
        registered={record.matchedName}
        comparison={record.comparison}
      />
    )
  }
  const { outcome } = record
  // masked: the bank returned a name, and this reader cannot see how it differs
  if (record.masked && record.matchedName) return <p className="text-fg-muted">{t(outcome)}</p>
  if (outcome === 'close_match' || outcome === 'no_match' || outcome === 'account_not_verifiable')
    return <NameAlone voice={voice} submitted={record.name} why={outcome} />
  return <p className="text-fg-muted">{t(outcome)}</p>
}

function TechnicalDetails({ record }: { record: VerificationView }) {
  const t = useTranslations('history.technical')
  const lines: [string, string | null][] = [
    [t('id'), record.id],
    [t('upstreamId'), record.upstreamId],
    ['status', record.status],
    ['match_result', record.matchResult],
    ['status_reason', record.statusReason],
    [t('unrecognised'), record.unrecognised],
    [t('problem'), record.problemCode],
    [t('attempt'), record.attempt && `${record.attempt.number}, ${record.attempt.state}`],
  ]
  const known = lines.filter(([, value]) => value !== null)
  return (
    <Disclosure summary={t('title')}>
      <dl className="mb-2.5 text-sm">
        {known.map(([term, value]) => (
          <div key={term} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 py-1">
            <dt className="text-fg-muted">{term}</dt>
            <dd className="font-mono wrap-anywhere" translate="no">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <CopyButton
        text
        label={t('copy')}
        value={known.map(([term, value]) => `${term}: ${value}`).join('\n')}
      />
      {!record.masked && !record.purgedAt && <RawAnswer id={record.id} />}
    </Disclosure>
  )
}
