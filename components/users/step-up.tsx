'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { answerSteppedUp, onStepUp } from '@/components/live/step-up'
import { loadWithRetry } from '@/components/ui/lazy'
import { Dialog } from '@/components/ui/overlays/dialog'
import type { StepUpMethod } from '@/lib/auth/step-up.server'

const IdentityProof = dynamic(
  () => loadWithRetry(() => import('./identity-proof').then((part) => part.IdentityProof)),
  { ssr: false },
)

/**
 * "Confirm it is you": opens when a sensitive action needs a proof of identity, and the action is then retried
 * automatically.
 */
export function StepUp() {
  const t = useTranslations('account.stepUp')
  const [ways, setWays] = useState<StepUpMethod[] | null>(null)
  useEffect(() => onStepUp(setWays), [])
  const end = (confirmed: boolean) => {
    setWays(null)
    answerSteppedUp(confirmed)
  }
  return (
    <Dialog open={ways !== null} onClose={() => end(false)} title={t('title')} description={t('text')} sticky>
      {ways && <IdentityProof ways={ways} onDone={() => end(true)} />}
    </Dialog>
  )
}
