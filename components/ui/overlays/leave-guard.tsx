'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isPlainClick } from '@/components/ui/link'
import { ConfirmDialog } from './dialog'

/** Asks before a link, a reload or closing the tab discards changes on this page. A person who has left isn't asked. */
export function LeaveGuard({ changed }: { changed: boolean }) {
  const t = useTranslations('ui.leave')
  const router = useRouter()
  const [to, setTo] = useState<string | null>(null)
  useEffect(() => {
    if (!changed) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    const letGo = () => window.removeEventListener('beforeunload', stay)
    const ask = (event: MouseEvent) => {
      const href = leavingFor(event)
      if (!href) return
      event.preventDefault()
      event.stopPropagation()
      setTo(href)
    }
    window.addEventListener('beforeunload', stay)
    window.addEventListener('accord:signout', letGo)
    document.addEventListener('click', ask, { capture: true })
    return () => {
      letGo()
      window.removeEventListener('accord:signout', letGo)
      document.removeEventListener('click', ask, { capture: true })
    }
  }, [changed])
  if (to === null || !changed) return null
  return (
    <ConfirmDialog
      open
      danger
      onClose={() => setTo(null)}
      title={t('title')}
      confirmLabel={t('button')}
      onConfirm={() => {
        setTo(null)
        router.push(to)
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
  if (link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname, search } = new URL(link.href)
  return origin === location.origin && pathname !== location.pathname ? pathname + search : null
}
