'use client'
import {
  Check,
  CircleDashed,
  CircleHelp,
  LoaderCircle,
  type LucideIcon,
  Pause,
  Square,
  Unplug,
  UserCheck,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Kind } from '@/components/outcome/kinds'
import { Chip } from '@/components/ui/chip'
import type { Counts } from '@/lib/uploads/counts'
import type { UploadState } from './state'

/** How each state looks: the form of an outcome, or the neutral one. */
const LOOKS: Record<UploadState, { icon: LucideIcon; kind?: Kind }> = {
  waiting: { icon: CircleDashed, kind: 'waiting' },
  accepted: { icon: CircleDashed, kind: 'waiting' },
  processing: { icon: LoaderCircle, kind: 'processing' },
  approval: { icon: UserCheck, kind: 'close_match' },
  paused: { icon: Pause, kind: 'close_match' },
  completed: { icon: Check },
  completed_failed: { icon: Unplug, kind: 'failed' },
  completed_unknown: { icon: CircleHelp, kind: 'unknown' },
  stopped: { icon: Square, kind: 'rejected' },
}

type UploadChipProps = { state: UploadState; counts: Counts; variant?: 'soft' | 'plain' }

/** The state of an upload: icon and word, "Completed, 36 failed". */
export function UploadChip({ state, counts, variant }: UploadChipProps) {
  const t = useTranslations('bulk.state')
  const { icon, kind } = LOOKS[state]
  return (
    <Chip icon={icon} spin={state === 'processing'} data-kind={kind} variant={variant}>
      {t(state, { failed: counts.failed, unknown: counts.unknown })}
    </Chip>
  )
}
