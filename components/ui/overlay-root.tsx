'use client'
import { type CSSProperties, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { layer } from './dialog'
import { LiveText } from './live-text'
import { menuParts } from './menu'
import { OVERLAYS_ID } from './overlays'
import { notes } from './toast'

// as attributes, because sonner's own style sheet comes later than ours
const COLOURS = {
  '--normal-bg': 'var(--surface)',
  '--normal-border': 'var(--border-strong)',
  '--normal-text': 'var(--fg)',
  '--border-radius': 'var(--radius-lg)',
} as CSSProperties

// above the bar of keys, the foot of the wizard and the bottom bar of a phone
const OFFSET = { bottom: 72 }

const FIRST_ACTS = ['pointerdown', 'keydown'] as const

/** Dialogs, menus and notes come with the first act of a person: nothing that a page needs to be read. */
function useReadyForActs() {
  useEffect(() => {
    const ready = () => {
      for (const act of FIRST_ACTS) window.removeEventListener(act, ready, true)
      for (const part of [layer, menuParts, notes]) part.load()
    }
    for (const act of FIRST_ACTS) window.addEventListener(act, ready, true)
    return () => {
      for (const act of FIRST_ACTS) window.removeEventListener(act, ready, true)
    }
  }, [])
}

/** What every page carries once: the landmark for menus and dialogs, the notifications, the spoken texts. */
export function OverlayRoot() {
  const t = useTranslations('ui')
  const Toaster = notes.use(false)?.Toaster
  useReadyForActs()
  return (
    <>
      <aside id={OVERLAYS_ID} aria-label={t('overlays')} />
      {Toaster && (
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
      )}
      <LiveText />
    </>
  )
}
