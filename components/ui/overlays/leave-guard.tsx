'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isPlainClick } from '@/components/ui/link'
import { ConfirmDialog } from './dialog'
import { guardLeaving, isAnotherPage } from './leaving'
import { useGo } from './use-go'

/**
 * Asks before another page, a reload or closing the tab discards changes on this page. A person who has left isn't asked.
 */
export function LeaveGuard({ changed }: { changed: boolean }) {
  const t = useTranslations('ui.leave')
  const go = useGo()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!changed) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const letGo = () => window.removeEventListener('beforeunload', stay)
    const follow = (event: MouseEvent) => {
      const to = leavingFor(event)
      if (!to) return
      event.preventDefault()
      event.stopPropagation()
      go(to)
    }
    const release = guardLeaving((wanted) => setLeave(() => wanted))
    window.addEventListener('beforeunload', stay)
    window.addEventListener('accord:signout', letGo)
    document.addEventListener('click', follow, { capture: true })
    return () => {
      release()
      setLeave(null)
      letGo()
      window.removeEventListener('accord:signout', letGo)
      document.removeEventListener('click', follow, { capture: true })
    }
  }, [changed, go])
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

/** The target of a plain click on one of our links; null for everything that keeps this page open. */
function leavingFor(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!isPlainClick(event) || !(link instanceof HTMLAnchorElement)) return null
  if (link.target === '_blank' || link.hasAttribute('download') || !isAnotherPage(link.href)) return null
  const { pathname, search } = new URL(link.href)
  return pathname + search
}
