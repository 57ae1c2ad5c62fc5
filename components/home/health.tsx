'use client'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { ConnectionChip } from '@/components/connections/connection-chip'
import { LastFailure } from '@/components/connections/last-failure'
import { LastRun } from '@/components/retention/last-run'
import { Num, Time } from '@/components/ui/format'
import { Fact, FactList } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import type { ConnectionView } from '@/lib/connections/view'
import { pages } from '@/lib/http/paths'
import type { Run } from '@/lib/retention/view'
import { Block } from './block'

type HealthProps = { connection: ConnectionView | null; retention: Run | null }

/** For admins: whether the bank service is reachable, and the last retention run. */
export function Health({ connection, retention }: HealthProps) {
  const t = useTranslations('home.health')
  const fact = useTranslations('connections.fact')
  const open = (
    <Link href={pages.connections()} className="text-sm leading-5">
      {t('open')}
    </Link>
  )
  return (
    <Block title={t('title')} action={open}>
      {connection === null ? (
        <p className="text-fg-muted">{t('none')}</p>
      ) : (
        <FactList className="fit-48 gap-x-6 gap-y-3">
          <Line term={t('connection')}>
            <span translate="no">{connection.name}</span> <ConnectionChip state={connection.state} />
          </Line>
          <Line term={fact('test')}>
            {connection.lastTestAt ? <Time value={connection.lastTestAt} /> : fact('never')}
          </Line>
          <Line term={fact('answer')}>
            {connection.lastAnswerAt ? <Time value={connection.lastAnswerAt} /> : fact('never')}
          </Line>
          {connection.lastFailure && (
            <Line term={fact('failure')}>
              <LastFailure failure={connection.lastFailure} />
            </Line>
          )}
          {connection.tokenUntil && (
            <Line term={fact('token')}>
              <Time value={connection.tokenUntil} />
            </Line>
          )}
          <Line term={t('used')}>
            <Num value={connection.usedLastMinute} />
          </Line>
        </FactList>
      )}
      <div className="mt-2">
        <LastRun run={retention} />
      </div>
    </Block>
  )
}

const Line = (props: ComponentProps<typeof Fact>) => (
  <Fact className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1.5" {...props} />
)
