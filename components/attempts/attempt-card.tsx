'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { SandboxChip } from '@/components/outcome/review-chip'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Num, Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { Card, Fact, FactList } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import type { UnknownAttemptView } from '@/lib/attempts/view'
import { pages } from '@/lib/http/paths'
import { SecondPerson } from './second-person'

type AttemptCardProps = { attempt: UnknownAttemptView; myId: string; onDecide: () => void }

/** A request without a result: what was sent, when, what was decided, and the button to resolve it. */
export function AttemptCard({ attempt, myId, onDecide }: AttemptCardProps) {
  const t = useTranslations('attempts')
  const id = useId()
  const waiting = attempt.resolution?.waiting
  return (
    <Card as="article" aria-labelledby={id} className="px-5 pt-4.5 pb-5">
      <header className="mb-1 flex flex-wrap items-center gap-2">
        <Icon name="circle-question-mark" className="size-4.5 flex-none text-fg-muted" />
        <h2 id={id} className="min-w-0 text-md wrap-anywhere">
          <Subject attempt={attempt} />
        </h2>
        {attempt.environment === 'sandbox' && <SandboxChip />}
      </header>
      <p className="text-fg-muted">{t('what', { count: attempt.items })}</p>
      <Facts attempt={attempt} />
      {waiting && <SecondPerson attempt={attempt} myId={myId} />}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button variant={waiting ? 'default' : 'primary'} onClick={onDecide}>
          {t(waiting ? 'decideOtherwise' : 'decide')}
        </Button>
        <CopyButton text value={attempt.id} label={t('copyReference')} />
      </div>
    </Card>
  )
}

function Subject({ attempt: { subject } }: { attempt: UnknownAttemptView }) {
  const t = useTranslations('attempts.subject')
  if (subject.kind === 'check') return t('check')
  const { batch, batches, fileName } = subject
  return t.rich('batch', { batch, batches, file: () => <span translate="no">{fileName}</span> })
}

function Facts({ attempt }: { attempt: UnknownAttemptView }) {
  const t = useTranslations('attempts.fact')
  const { subject, sentAt, declarableAt, payloadSha256, upstreamId, code, httpStatus } = attempt
  const href =
    subject.kind === 'batch'
      ? pages.upload(subject.uploadId)
      : pages.historyItem(attempt.environment, subject.verificationId)
  return (
    <FactList className="mt-3.5 fit-fact gap-x-6 gap-y-3.5">
      <Fact term={t('items')}>
        <Num value={attempt.items} />
      </Fact>
      <Fact term={t('sent')}>{sentAt ? <Time value={sentAt} form="full" /> : t('none')}</Fact>
      {upstreamId === null ? (
        <Fact term={t('declarable')}>
          {declarableAt ? <Time value={declarableAt} form="full" /> : t('none')}
        </Fact>
      ) : (
        <Fact term={t('upstreamId')}>
          <code translate="no" className={CODE}>
            {upstreamId}
          </code>
        </Fact>
      )}
      <Fact term={t('by')}>{attempt.requestedBy.name}</Fact>
      <Fact term={t('reason')}>{t('lost', { code: code ?? 'none', status: httpStatus ?? 0 })}</Fact>
      <Fact term={t('from')}>
        <Link href={href} className="text-accent">
          {t(subject.kind === 'batch' ? 'openUpload' : 'openCheck')}
        </Link>
      </Fact>
      <Fact term={t('reference')}>
        <code translate="no" className={CODE}>
          {attempt.id}
        </code>
      </Fact>
      {payloadSha256 && (
        <Fact term={t('hash')}>
          <code translate="no" className={CODE} title={payloadSha256}>
            {payloadSha256.slice(0, HASH_SHOWN)}
          </code>
        </Fact>
      )}
    </FactList>
  )
}

const HASH_SHOWN = 12
const CODE = 'font-mono text-sm leading-5'
