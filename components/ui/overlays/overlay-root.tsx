'use client'
import dynamic from 'next/dynamic'
import { type CSSProperties, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LiveText } from '../messages/live-text'
import { firstNote, loadNotes } from '../messages/toast'
import { keepFocus } from './focus-return'
import { OVERLAYS_ID } from './overlays'

/** Also shows the notes that were created before it had loaded. */
const Toaster = dynamic(() => loadNotes().then((part) => part.Toaster), { ssr: false })

// as attributes, because sonner's style sheet comes later than ours
const COLOURS = {
  '--normal-bg': 'var(--surface)',
  '--normal-border': 'var(--border-strong)',
  '--normal-text': 'var(--fg)',
  '--border-radius': 'var(--radius-lg)',
} as CSSProperties

// above the key bar, the footer of the wizard and the bottom bar of a phone
const OFFSET = { bottom: 72 }

/** The live region announces every toast (toast.ts), so the list of toasts doesn't announce it again. */
const silence = (list: HTMLElement | null) => list?.setAttribute('aria-live', 'off')

/**
 * Rendered once on every page: the landmark for menus and dialogs, the notifications, the live regions, and the focus that
 * is never lost.
 */
export function OverlayRoot() {
  const t = useTranslations('ui')
  const wanted = useNotesWanted()
  useEffect(keepFocus, [])
  return (
    <>
      <aside id={OVERLAYS_ID} aria-label={t('overlays')} />
      {wanted && (
        <Toaster
          ref={silence}
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

const PRESSES = ['pointerdown', 'keydown'] as const

/** From the first press on, so that a lost connection can still be reported; at the latest from the first note. */
function useNotesWanted(): boolean {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    firstNote.then(want)
    for (const press of PRESSES) window.addEventListener(press, want, { once: true, capture: true })
    return () => {
      for (const press of PRESSES) window.removeEventListener(press, want, { capture: true })
    }
  }, [])
  return wanted
}
