'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { signInThrough } from './sign-in'

/** Signs in through single sign-on. `again`: the person must enter credentials there, even with an active session. */
export function SsoButton({ next, again, onFail }: { next: string; again: boolean; onFail: () => void }) {
  const t = useTranslations('signin')
  const [busy, setBusy] = useState(false)
  const go = async () => {
    if (busy) return
    setBusy(true)
    const url = await signInThrough(next, again)
    if (url) return window.location.assign(url)
    setBusy(false)
    onFail()
  }
  return (
    <div className="mt-6 grid gap-2 border-t border-border pt-5">
      <Button size="lg" busy={busy} onClick={go} className="btn-wrap">
        {t('sso')}
      </Button>
    </div>
  )
}
