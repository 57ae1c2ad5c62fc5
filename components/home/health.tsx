'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ConnectionChip } from '@/components/connections/connection-chip'
import { Num, Time } from '@/components/ui/format'
import type { ConnectionView } from '@/lib/connections/view'
import { pages } from '@/lib/http/paths'
import { Block } from './block'

/** For admins: does the house reach the bank service? */
export function Health({ connection }: { connection: ConnectionView | null }) {
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
              {connection.name} <ConnectionChip state={connection.state} />
            </dd>
          </div>
          <div>
            <dt>{t('tested')}</dt>
            <dd>{connection.lastTestAt ? <Time value={connection.lastTestAt} /> : t('never')}</dd>
          </div>
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
    </Block>
  )
}
