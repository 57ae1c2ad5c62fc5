'use client'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import { Num, Time } from '@/components/ui/format'
import type { ConnectionView } from '@/lib/connections/view'
import { ConnectionChip } from './connection-chip'
import { GoBack } from './go-back'
import { LastFailure } from './last-failure'
import { OtherActs } from './other-acts'
import { RotateSecret } from './rotate-secret'
import { TestConnection } from './test-connection'

/** One connection: never its secret, never its token. */
export function ConnectionCard({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections')
  const id = useId()
  return (
    <article aria-labelledby={id} className="connection">
      <header>
        <h2 id={id} translate="no">
          {connection.name}
        </h2>
        {connection.active ? <ConnectionChip state={connection.state} /> : <Chip>{t('inactive')}</Chip>}
      </header>
      <Facts connection={connection} />
      <TestConnection connection={connection}>
        <RotateSecret connection={connection} />
        {!connection.active && <OtherActs connection={connection} />}
      </TestConnection>
      {connection.previousSecretUntil && (
        <GoBack connection={connection} until={connection.previousSecretUntil} />
      )}
    </article>
  )
}

function Facts({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections.fact')
  const { baseUrl, tokenUntil, lastTestAt, lastAnswerAt, lastFailure, usedLastMinute, bulkSize, enrichment } =
    connection
  return (
    <dl className="connection-facts">
      <Fact term={t('clientId')}>
        <ClientId value={connection.clientId} />
      </Fact>
      <Fact term={t('secret')}>
        <Secret connection={connection} />
      </Fact>
      <Fact term={t('baseUrl')}>
        <span className="connection-code" translate="no">
          {baseUrl}
        </span>
      </Fact>
      <Fact term={t('token')}>{tokenUntil ? <Time value={tokenUntil} /> : t('noToken')}</Fact>
      <Fact term={t('test')}>{lastTestAt ? <Time value={lastTestAt} /> : t('never')}</Fact>
      <Fact term={t('answer')}>{lastAnswerAt ? <Time value={lastAnswerAt} /> : t('never')}</Fact>
      <Fact term={t('failure')}>{lastFailure ? <LastFailure failure={lastFailure} /> : t('never')}</Fact>
      <Fact term={t('limit')}>
        <span className="num">{t('used', { count: usedLastMinute })}</span>
      </Fact>
      <Fact term={t('bulk')}>
        <Num value={bulkSize} />
      </Fact>
      {connection.stopped && (
        <Fact term={t('stopped')}>
          <StoppedFact stopped={connection.stopped} />
        </Fact>
      )}
      <Fact term={t('enrichment')}>
        {t.rich(`enrichmentState.${enrichment.state}`, {
          next: () => enrichment.nextTryAt && <Time value={enrichment.nextTryAt} />,
        })}
      </Fact>
    </dl>
  )
}

function StoppedFact({
  stopped: { code, since, size },
}: {
  stopped: NonNullable<ConnectionView['stopped']>
}) {
  const t = useTranslations('connections.stopped')
  const words = { size: size ?? 0, time: () => <Time value={since} /> }
  return t.has(code) ? t.rich(code, words) : t.rich('upstream_unavailable', words)
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const START = 8
const END = 2

/** Enough to recognise it by; a short one is shown as its beginning. */
function ClientId({ value }: { value: string }) {
  const t = useTranslations('connections.fact')
  const start = value.slice(0, Math.min(START, Math.ceil(value.length / 2)))
  const end = value.length > START + END ? value.slice(-END) : ''
  return (
    <span className="connection-code" translate="no">
      <span aria-hidden="true">{`${start}…${end}`}</span>
      <span className="sr-only">{t('clientIdEnding', { start, end })}</span>
    </span>
  )
}

function Secret({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections.fact')
  const { secretLast4: end, secretSetAt, secretSetBy } = connection
  const date = () => <Time value={secretSetAt} form="date" />
  return (
    <>
      <span className="connection-code" translate="no">
        <span aria-hidden="true">{`••••••••${end}`}</span>
        <span className="sr-only">{end ? t('secretEnding', { end }) : t('secretHidden')}</span>
      </span>{' '}
      <small>
        {secretSetBy ? t.rich('set', { date, name: secretSetBy.name }) : t.rich('setInstallation', { date })}
      </small>
    </>
  )
}
