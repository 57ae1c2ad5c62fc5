'use client'
import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'
import { useTranslations } from 'use-intl'
import { LiveText } from './live-text'
import { OVERLAYS_ID } from './overlays'

// as attributes, because sonner's style sheet comes later than ours
const COLOURS = {
  '--normal-bg': 'var(--surface)',
  '--normal-border': 'var(--border-strong)',
  '--normal-text': 'var(--fg)',
  '--border-radius': 'var(--radius-lg)',
} as CSSProperties

// above the key bar, the footer of the wizard and the bottom bar of a phone
const OFFSET = { bottom: 72 }

/** Rendered once on every page: the landmark for menus and dialogs, the notifications, the live regions. */
export function OverlayRoot() {
  const t = useTranslations('ui')
  return (
    <>
      <aside id={OVERLAYS_ID} aria-label={t('overlays')} />
      <Toaster
        position="bottom-center"
        visibleToasts={1}
        offset={OFFSET}
        mobileOffset={OFFSET}
        closeButton
        containerAriaLabel={t('notifications')}
        toastOptions={{ closeButtonAriaLabel: t('close') }}
        style={COLOURS}
      />
      <LiveText />
    </>
  )
}
