'use client'
import { useEffect, useState } from 'react'
import { serverNow } from '@/components/ui/server-now'
import { answeredOf } from '@/lib/uploads/counts'
import type { UploadView } from '@/lib/uploads/view'
import { addSample, type Sample } from './eta'

export type Pace = { samples: Sample[]; startedAt: number | null; lastAnswerAt: number | null }

/** The rate of results: measured since the page was opened, before that the average. */
export function usePace(upload: UploadView): Pace {
  const answered = answeredOf(upload.counts)
  const [pace, setPace] = useState(() => firstPace(upload, answered))
  useEffect(() => {
    setPace((before) => {
      const at = serverNow()
      const moved = answered !== before.samples.at(-1)?.answered
      const startedAt = before.startedAt ?? (upload.startedAt ? at : null)
      if (!moved && startedAt === before.startedAt) return before
      const samples = moved ? addSample(before.samples, { at, answered }) : before.samples
      return { samples, startedAt, lastAnswerAt: moved ? at : before.lastAnswerAt }
    })
  }, [answered, upload.startedAt])
  return pace
}

function firstPace(upload: UploadView, answered: number): Pace {
  const now = serverNow()
  const startedAt = upload.startedAt ? Date.parse(upload.startedAt) : null
  const moves = upload.bulks.flatMap((bulk) => bulk.lastMovementAt ?? []).sort()
  const last = moves.at(-1)
  const samples = [{ at: now, answered }]
  if (startedAt !== null && startedAt < now) samples.unshift({ at: startedAt, answered: 0 })
  return { samples, startedAt, lastAnswerAt: last ? Date.parse(last) : null }
}
