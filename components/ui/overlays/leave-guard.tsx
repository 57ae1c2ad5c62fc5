'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isPlainClick } from '@/components/ui/link'
import { ConfirmDialog } from './dialog'
import { guardLeaving, isAnotherPage } from './leaving'
import { useGo } from './use-go'

type LeaveGuardProps = {
  changed: boolean
  /** Asks only before this page, and not before a reload or closing the tab. */
  only?: string
}

/**
 * Asks before another page, a reload or closing the tab discards what was typed on this page. A person who has left isn't
 * asked.
 */
export function LeaveGuard({ changed, only }: LeaveGuardProps) {
  const t = useTranslations('ui.leave')
  const go = useGo()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!changed) return
    const asks = (to: string) => isAnotherPage(to, only)
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const letGo = () => window.removeEventListener('beforeunload', stay)
    const follow = (event: MouseEvent) => {
      const to = linkOf(event)
      if (!to || !asks(to)) return
      event.preventDefault()
      event.stopPropagation()
      go(to)
    }
    const release = guardLeaving({ asks, ask: (wanted) => setLeave(() => wanted) })
    if (!only) window.addEventListener('beforeunload', stay)
    window.addEventListener('accord:signout', letGo)
    document.addEventListener('click', follow, { capture: true })
    return () => {
      release()
      setLeave(null)
      letGo()
      window.removeEventListener('accord:signout', letGo)
      document.removeEventListener('click', follow, { capture: true })
    }
  }, [changed, only, go])
  if (leave === null || !changed) return null
  return (
    <ConfirmDialog
      open
      danger
      onClose={() => setLeave(null)}
      title={t('title')}
      confirmLabel={t('button')}
      onConfirm={() => {
        setLeave(null)
        leave()
      }}
    >
      {t('text')}
    </ConfirmDialog>
  )
}

/** The target of a plain click on a link that opens in this tab. */
function linkOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!isPlainClick(event) || !(link instanceof HTMLAnchorElement)) return null
  if (link.target === '_blank' || link.hasAttribute('download')) return null
  return link.href
}
