'use client'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { answerSteppedUp, onStepUp } from '@/components/live/step-up'
import { Dialog } from '@/components/ui/dialog'
import type { StepUpMethod } from '@/lib/auth/step-up.server'

const Prove = lazy(() => import('./prove').then((part) => ({ default: part.Prove })))

/** "Confirm it is you": opens when a sensitive act was refused for want of a proof; the act is then done by itself. */
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
      {ways && (
        <Suspense>
          <Prove ways={ways} onDone={() => end(true)} />
        </Suspense>
      )}
    </Dialog>
  )
}
