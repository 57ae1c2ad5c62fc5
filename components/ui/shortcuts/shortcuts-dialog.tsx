'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadWithRetry } from '../lazy'
import { Dialog } from '../overlays/dialog'
import { useShortcut } from './shortcut'

const ShortcutsList = dynamic(
  () => loadWithRetry(() => import('./shortcuts-list').then((part) => part.ShortcutsList)),
  { ssr: false },
)

/** Opens the "?" dialog from a button. */
export const openShortcuts = () => window.dispatchEvent(new Event('accord:shortcuts'))

/** "Keyboard shortcuts", opened by ? or a button. */
export function ShortcutsDialog() {
  const t = useTranslations('ui.shortcuts')
  const [open, setOpen] = useState(false)
  useShortcut('?', () => setOpen(true), { label: t('open'), group: 'everywhere' })
  useEffect(() => {
    const show = () => setOpen(true)
    window.addEventListener('accord:shortcuts', show)
    return () => window.removeEventListener('accord:shortcuts', show)
  }, [])
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={t('title')} wide>
      <ShortcutsList />
    </Dialog>
  )
}
