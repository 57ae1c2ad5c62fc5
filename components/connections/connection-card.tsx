'use client'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import { Num, Time } from '@/components/ui/format'
import { Card, Fact, FactList } from '@/components/ui/layout'
import type { ConnectionView } from '@/lib/connections/view'
import { keyOr } from '@/lib/platform/language/keys'
import { ConnectionChip } from './connection-chip'
import { InactiveActions } from './inactive-actions'
import { LastFailure } from './last-failure'
import { RestoreSecret } from './restore-secret'
import { ResumeSending } from './resume-sending'
import { RotateSecret } from './rotate-secret'
import { TestConnection } from './test-connection'

/** One connection, without its secret or token. */
export function ConnectionCard({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections')
  const id = useId()
  return (
    <Card as="article" aria-labelledby={id} className="px-5 pt-4.5 pb-5">
      <header className="mb-3.5 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-md" translate="no">
          {connection.name}
        </h2>
        {connection.active ? <ConnectionChip state={connection.state} /> : <Chip>{t('inactive')}</Chip>}
      </header>
      <Facts connection={connection} />
      <TestConnection connection={connection}>
        <RotateSecret connection={connection} />
        {!connection.active && <InactiveActions connection={connection} />}
      </TestConnection>
      {connection.previousSecretUntil && (
        <RestoreSecret connection={connection} until={connection.previousSecretUntil} />
      )}
    </Card>
  )
}

function Facts({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections.fact')
  const { baseUrl, tokenUntil, lastTestAt, lastAnswerAt, lastFailure, usedLastMinute, bulkSize, enrichment } =
    connection
  return (
    <FactList className="fit-fact gap-x-6 gap-y-3.5 [&_dd]:min-h-6">
      <Fact term={t('clientId')}>
        <ClientId value={connection.clientId} />
      </Fact>
      <Fact term={t('secret')}>
        <Secret connection={connection} />
      </Fact>
      <Fact term={t('baseUrl')}>
        <Code>{baseUrl}</Code>
      </Fact>
      <Fact term={t('token')}>{tokenUntil ? <Time value={tokenUntil} /> : t('noToken')}</Fact>
      <Fact term={t('test')}>{lastTestAt ? <Time value={lastTestAt} /> : t('never')}</Fact>
      <Fact term={t('answer')}>{lastAnswerAt ? <Time value={lastAnswerAt} /> : t('never')}</Fact>
      <Fact term={t('failure')}>
        {lastFailure ? <LastFailure failure={lastFailure} below /> : t('never')}
      </Fact>
      <Fact term={t('limit')}>
        <span className="num">{t('used', { count: usedLastMinute })}</span>
      </Fact>
      <Fact term={t('bulk')}>
        <Num value={bulkSize} />
      </Fact>
      {connection.stopped && (
        <Fact term={t('stopped')}>
          <StoppedFact stopped={connection.stopped} />
          {connection.stopped.waitsForPerson && (
            <span className="mt-2 block">
              <ResumeSending connectionId={connection.id} />
            </span>
          )}
        </Fact>
      )}
      <Fact term={t('enrichment')}>
        {t.rich(`enrichmentState.${enrichment.state}`, {
          next: () => enrichment.nextTryAt && <Time value={enrichment.nextTryAt} />,
        })}
      </Fact>
    </FactList>
  )
}

function StoppedFact({
  stopped: { code, since, size },
}: {
  stopped: NonNullable<ConnectionView['stopped']>
}) {
  const t = useTranslations('connections.stopped')
  const words = { size: size ?? 0, time: () => <Time value={since} /> }
  return t.rich(keyOr(t, code, 'upstream_unavailable'), words)
}

const Code = ({ children }: { children: ReactNode }) => (
  <span className="font-mono text-sm leading-5" translate="no">
    {children}
  </span>
)

const START = 8
const END = 2

/** Enough to recognise it; a short one is truncated. */
function ClientId({ value }: { value: string }) {
  const t = useTranslations('connections.fact')
  const start = value.slice(0, Math.min(START, Math.ceil(value.length / 2)))
  const end = value.length > START + END ? value.slice(-END) : ''
  return (
    <Code>
      <span aria-hidden="true">{`${start}…${end}`}</span>
      <span className="sr-only">{t('clientIdEnding', { start, end })}</span>
    </Code>
  )
}

function Secret({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections.fact')
  const { secretLast4: end, secretSetAt, secretSetBy } = connection
  const date = () => <Time value={secretSetAt} form="date" />
  return (
    <>
      <Code>
        <span aria-hidden="true">{`••••••••${end}`}</span>
        <span className="sr-only">{end ? t('secretEnding', { end }) : t('secretHidden')}</span>
      </Code>{' '}
      <small className="block text-xs text-fg-muted">
        {secretSetBy ? t.rich('set', { date, name: secretSetBy.name }) : t.rich('setInstallation', { date })}
      </small>
    </>
  )
}
