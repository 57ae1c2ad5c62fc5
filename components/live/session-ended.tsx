'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '@/components/ui/overlays/dialog'

/** Notifies the frame that a response was 401. */
export const sessionEnded = () => window.dispatchEvent(new Event('accord:session-ended'))

/** "Your session ended": over the page, which keeps its input while the person signs in in another tab. */
export function SessionEnded() {
  const t = useTranslations('shell.session')
  const pathname = usePathname()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const show = () => setOpen(true)
    window.addEventListener('accord:session-ended', show)
    return () => window.removeEventListener('accord:session-ended', show)
  }, [])
  const link = (
    <a
      className="btn btn-primary"
      target="_blank"
      rel="noopener"
      href={`/signin?ended=1&next=${encodeURIComponent(pathname)}`}
    >
      {t('signIn')}
    </a>
  )
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title={t('title')}
      description={t('text')}
      footer={link}
      sticky
    />
  )
}
