'use client'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { SandboxChip } from '@/components/outcome/review-chip'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Num, Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import type { UnknownAttemptView } from '@/lib/attempts/view'
import { pages } from '@/lib/http/paths'
import { SecondPerson } from './second-person'

type AttemptCardProps = { attempt: UnknownAttemptView; myId: string; onDecide: () => void }

/** One lost answer: what was sent, when, what was declared, and the way to decide. */
export function AttemptCard({ attempt, myId, onDecide }: AttemptCardProps) {
  const t = useTranslations('attempts')
  const id = useId()
  const declared = attempt.resolution?.kind === 'not_billed'
  return (
    <article aria-labelledby={id} className="attempt">
      <header>
        <Icon name="circle-question-mark" className="attempt-icon" />
        <h2 id={id}>
          <Subject attempt={attempt} />
        </h2>
        {attempt.environment === 'sandbox' && <SandboxChip />}
      </header>
      <p className="text-fg-muted">{t('what', { count: attempt.items })}</p>
      <Facts attempt={attempt} />
      {declared && <SecondPerson attempt={attempt} myId={myId} />}
      <div className="attempt-acts">
        <Button variant={declared ? 'default' : 'primary'} onClick={onDecide}>
          {t(declared ? 'decideOtherwise' : 'decide')}
        </Button>
        <CopyButton text value={attempt.id} label={t('copyReference')} />
      </div>
    </article>
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
  const { subject, sentAt, declarableAt, payloadSha256, code, httpStatus } = attempt
  const href =
    subject.kind === 'batch'
      ? pages.upload(subject.uploadId)
      : pages.historyItem(attempt.environment, subject.verificationId)
  return (
    <dl className="attempt-facts">
      <Fact term={t('items')}>
        <Num value={attempt.items} />
      </Fact>
      <Fact term={t('sent')}>{sentAt ? <Time value={sentAt} form="full" /> : t('none')}</Fact>
      <Fact term={t('declarable')}>
        {declarableAt ? <Time value={declarableAt} form="full" /> : t('none')}
      </Fact>
      <Fact term={t('by')}>{attempt.requestedBy.name}</Fact>
      <Fact term={t('reason')}>{t('lost', { code: code ?? 'none', status: httpStatus ?? 0 })}</Fact>
      <Fact term={t('from')}>
        <Link href={href} className="attempt-link">
          {t(subject.kind === 'batch' ? 'openUpload' : 'openCheck')}
        </Link>
      </Fact>
      <Fact term={t('reference')}>
        <code translate="no">{attempt.id}</code>
      </Fact>
      {payloadSha256 && (
        <Fact term={t('hash')}>
          <code translate="no" title={payloadSha256}>
            {payloadSha256.slice(0, HASH_SHOWN)}
          </code>
        </Fact>
      )}
    </dl>
  )
}

const HASH_SHOWN = 12

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
