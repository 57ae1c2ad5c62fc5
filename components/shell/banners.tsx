'use client'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TermHelp } from '@/components/help/term-help'
import { useLiveEvent } from '@/components/live/event-stream'
import { samePage } from '@/components/page/environment'
import { useOnline } from '@/components/page/use-online'
import { ButtonLink } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { useChangeAnnouncement } from '@/components/ui/messages/use-change-announcement'
import type { EnvironmentName } from '@/lib/http/paths'

type ShellBannersProps = {
  demo: boolean
  environment: EnvironmentName
  workerHeard: boolean
  decidesFrom?: string
}

/**
 * The strips above a page: demo, sandbox, offline, files that wait without a worker, a person who may not decide yet.
 */
export function ShellBanners({ demo, environment, workerHeard, decidesFrom }: ShellBannersProps) {
  const t = useTranslations('shell')
  const text = environment === 'sandbox' ? `. ${t('sandbox.text')}` : ''
  // the heading of the page is the same in both
  useChangeAnnouncement(environment, `${t(`environment.${environment}`)}${text}`)
  return (
    <>
      {environment === 'sandbox' && <SandboxBanner />}
      {demo && <DemoBanner />}
      <OfflineBanner />
      <WaitingBanner workerHeard={workerHeard} />
      {decidesFrom && <DecidesLaterStrip from={decidesFrom} />}
    </>
  )
}

const STRIP = 'flex flex-none flex-wrap items-center gap-x-2.5 gap-y-1.5 leading-5'
const WARNING = `${STRIP} min-h-9 border-b border-close-line bg-close-soft px-6 py-1 text-sm text-close-fg max-md:px-4`
/** Text on the stripes gets a plain background. */
const PLAIN = 'rounded-sm bg-primary px-2 py-0.5'
const STRIPES =
  'bg-[repeating-linear-gradient(135deg,var(--primary)_0_12px,var(--primary-hover)_12px_24px)] text-on-primary *:focus-visible:outline-on-primary'

/** Shown on every page of the demo. */
export function DemoBanner() {
  const t = useTranslations('shell.demo')
  return (
    <section
      aria-label={t('label')}
      className={cx(
        STRIP,
        'min-h-7 border-b border-border bg-surface-2 px-6 py-0.5 text-xs text-fg-muted max-md:px-4',
      )}
    >
      {t('text')}
    </section>
  )
}

function SandboxBanner() {
  const t = useTranslations('shell.sandbox')
  const pathname = usePathname()
  return (
    <section
      aria-label={t('label')}
      className={cx(STRIP, STRIPES, 'min-h-9 px-5 py-1 text-sm max-md:px-4 max-md:py-2')}
    >
      <Icon name="flask-conical" className="size-4 flex-none" />
      <b className={PLAIN}>{t('label')}</b>
      <span className={PLAIN}>{t('text')}</span>
      <TermHelp
        term="sandbox"
        word={t('label')}
        className="h-6 border-transparent bg-primary text-inherit [&>svg]:text-inherit"
      />
      <ButtonLink
        size="sm"
        href={samePage(pathname, 'live')}
        className="ml-auto h-6 border-on-primary/40 bg-primary text-inherit"
      >
        {t('leave')}
      </ButtonLink>
    </section>
  )
}

function OfflineBanner() {
  const t = useTranslations('shell')
  const online = useOnline()
  return (
    <div role="status" className={online ? 'sr-only' : WARNING}>
      {!online && (
        <>
          <Icon name="wifi-off" className="size-4 flex-none" />
          {t('offline')}
        </>
      )}
    </div>
  )
}

/** No file is sent without a live worker; the event stream reports a change. */
function WaitingBanner({ workerHeard }: { workerHeard: boolean }) {
  const t = useTranslations('shell')
  const [heard, setHeard] = useState(workerHeard)
  useLiveEvent('workers', (event) => event && setHeard(event.heard))
  return (
    <div role="status" className={heard ? 'sr-only' : WARNING}>
      {!heard && (
        <>
          <Icon name="hourglass" className="size-4 flex-none" />
          <span className="min-w-0 flex-1">{t('noWorker')}</span>
        </>
      )}
    </div>
  )
}

/** Why approving and confirming are refused. */
function DecidesLaterStrip({ from }: { from: string }) {
  const t = useTranslations('shell')
  return (
    <div role="status" className={WARNING}>
      <Icon name="hourglass" className="size-4 flex-none" />
      <span className="min-w-0 flex-1">{t.rich('decidesLater', { time: () => <Time value={from} /> })}</span>
    </div>
  )
}
