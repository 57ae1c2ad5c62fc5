'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useServerNow } from '@/components/ui/use-server-now'
import { isUploadOpen } from '@/components/uploads/percent'
import { isInFlight } from '@/components/uploads/state'
import { answeredOf } from '@/lib/uploads/counts'
import type { UploadView } from '@/lib/uploads/view'
import { type Eta, estimate } from './eta'
import type { Pace } from './use-samples'

/** The time left as visible and announced text; null while nothing is in progress. */
export function useEta(upload: UploadView, pace: Pace): { shown: string; spoken: string } | null {
  const t = useTranslations('bulk.eta')
  const now = useServerNow(1_000)
  const before = useRef<Eta>({ kind: 'none' })
  const runs = isUploadOpen(upload) && (upload.status === 'processing' || upload.bulks.some(isInFlight))
  if (!runs) return null
  const eta = estimate(
    {
      ...pace,
      left: upload.counts.waiting,
      answered: answeredOf(upload.counts),
      now,
    },
    before.current,
  )
  before.current = eta
  if (eta.kind === 'none') return null
  const key = eta.kind === 'minutes' && eta.slower ? 'slower' : eta.kind
  const values = { minutes: 'minutes' in eta ? eta.minutes : 0 }
  return { shown: t(key, values), spoken: t(`spoken.${key}`, values) }
}
