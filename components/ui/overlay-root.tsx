'use client'
import { Toaster } from 'sonner'
import { useTranslations } from 'use-intl'
import { LiveText } from './live-text'
import { OVERLAYS_ID } from './overlays'

/** What every page carries once: the landmark for menus and dialogs, the notifications, the spoken texts. */
export function OverlayRoot() {
  const t = useTranslations('ui')
  return (
    <>
      <aside id={OVERLAYS_ID} aria-label={t('overlays')} />
      <Toaster
        position="bottom-right"
        closeButton
        containerAriaLabel={t('notifications')}
        toastOptions={{ closeButtonAriaLabel: t('close') }}
      />
      <LiveText />
    </>
  )
}
