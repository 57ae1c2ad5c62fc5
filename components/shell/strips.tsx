'use client'
import { usePathname } from 'next/navigation'
import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { TermHelp } from '@/components/help/term-help'
import { useLiveEvent } from '@/components/live/event-stream'
import { samePage } from '@/components/page/environment'
import { ButtonLink } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icon'
import type { EnvironmentName } from '@/lib/http/paths'

type StripsProps = {
  demo: boolean
  environment: EnvironmentName
  workerHeard: boolean
  decidesFrom?: string
}

/** The lines above a page: demo, sandbox, offline, files that wait because no worker is heard, who does not decide yet. */
export function Strips({ demo, environment, workerHeard, decidesFrom }: StripsProps) {
  return (
    <>
      {environment === 'sandbox' && <SandboxStrip />}
      {demo && <DemoStrip />}
      <OfflineStrip />
      <WaitingStrip workerHeard={workerHeard} />
      {decidesFrom && <DecidesLaterStrip from={decidesFrom} />}
    </>
  )
}

/** Every page says it while the demo office is open. */
export function DemoStrip() {
  const t = useTranslations('shell.demo')
  return (
    <section aria-label={t('label')} className="strip strip-demo">
      {t('text')}
    </section>
  )
}

function SandboxStrip() {
  const t = useTranslations('shell.sandbox')
  const pathname = usePathname()
  return (
    <section aria-label={t('label')} className="strip strip-sandbox">
      <Icon name="flask-conical" />
      <b>{t('label')}</b>
      <span>{t('text')}</span>
      <TermHelp term="sandbox" />
      <ButtonLink size="sm" href={samePage(pathname, 'live')}>
        {t('leave')}
      </ButtonLink>
    </section>
  )
}

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

function OfflineStrip() {
  const t = useTranslations('shell')
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={online ? 'sr-only' : 'strip strip-offline'}>
      {!online && (
        <>
          <Icon name="wifi-off" />
          {t('offline')}
        </>
      )}
    </div>
  )
}

/** Nothing of a file is sent while no worker is heard; the stream says when that changes. */
function WaitingStrip({ workerHeard }: { workerHeard: boolean }) {
  const t = useTranslations('shell')
  const [heard, setHeard] = useState(workerHeard)
  useLiveEvent('workers', (told) => told && setHeard(told.heard))
  return (
    <div role="status" className={heard ? 'sr-only' : 'strip strip-offline'}>
      {!heard && (
        <>
          <Icon name="hourglass" />
          <span className="min-w-0 flex-1">{t('noWorker')}</span>
        </>
      )}
    </div>
  )
}

/** Why approving and agreeing are refused on every page. */
function DecidesLaterStrip({ from }: { from: string }) {
  const t = useTranslations('shell')
  return (
    <div role="status" className="strip strip-offline">
      <Icon name="hourglass" />
      <span className="min-w-0 flex-1">{t.rich('decidesLater', { time: () => <Time value={from} /> })}</span>
    </div>
  )
}
