'use client'
import { FlaskConical, WifiOff } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '@/components/ui/button'
import type { EnvironmentName } from '@/lib/http/paths'
import { samePage } from './environment'

/** The lines above a page: demo, sandbox, offline. */
export function Strips({ demo, environment }: { demo: boolean; environment: EnvironmentName }) {
  return (
    <>
      {environment === 'sandbox' && <SandboxStrip />}
      {demo && <DemoStrip />}
      <OfflineStrip />
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
      <FlaskConical aria-hidden="true" />
      <b>{t('label')}</b>
      <span>{t('text')}</span>
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
          <WifiOff aria-hidden="true" />
          {t('offline')}
        </>
      )}
    </div>
  )
}
