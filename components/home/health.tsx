'use client'
import { useTranslations } from 'use-intl'
import { ConnectionChip } from '@/components/connections/connection-chip'
import { LastFailure } from '@/components/connections/last-failure'
import { LastRun } from '@/components/retention/last-run'
import { Num, Time } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import type { ConnectionView } from '@/lib/connections/view'
import { pages } from '@/lib/http/paths'
import type { Run } from '@/lib/retention/view'
import { Block } from './block'

type HealthProps = { connection: ConnectionView | null; retention: Run | null }

/** For admins: does the house reach the bank service, and did retention run? */
export function Health({ connection, retention }: HealthProps) {
  const t = useTranslations('home.health')
  const open = <Link href={pages.connections()}>{t('open')}</Link>
  return (
    <Block title={t('title')} action={open}>
      {connection === null ? (
        <p className="text-fg-muted">{t('none')}</p>
      ) : (
        <dl className="health">
          <div>
            <dt>{t('connection')}</dt>
            <dd>
              <span translate="no">{connection.name}</span> <ConnectionChip state={connection.state} />
            </dd>
          </div>
          <div>
            <dt>{t('tested')}</dt>
            <dd>{connection.lastTestAt ? <Time value={connection.lastTestAt} /> : t('never')}</dd>
          </div>
          <div>
            <dt>{t('answered')}</dt>
            <dd>{connection.lastAnswerAt ? <Time value={connection.lastAnswerAt} /> : t('never')}</dd>
          </div>
          {connection.lastFailure && (
            <div>
              <dt>{t('failed')}</dt>
              <dd>
                <LastFailure failure={connection.lastFailure} />
              </dd>
            </div>
          )}
          {connection.tokenUntil && (
            <div>
              <dt>{t('token')}</dt>
              <dd>
                <Time value={connection.tokenUntil} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t('used')}</dt>
            <dd>
              <Num value={connection.usedLastMinute} />
            </dd>
          </div>
        </dl>
      )}
      <div className="mt-2">
        <LastRun run={retention} />
      </div>
    </Block>
  )
}
