'use client'
import { useTranslations } from 'use-intl'
import type { OutcomeKind } from '@/components/outcome/kinds'
import { Chip } from '@/components/ui/chip'
import type { IconName } from '@/components/ui/icons/icon'
import type { Counts } from '@/lib/uploads/counts'
import type { UploadState } from './state'

/** The icon and style of each state. */
const LOOKS: Record<UploadState, { icon: IconName; kind?: OutcomeKind }> = {
  comparing: { icon: 'loader-circle', kind: 'waiting' },
  waiting: { icon: 'circle-dashed', kind: 'waiting' },
  accepted: { icon: 'circle-dashed', kind: 'waiting' },
  processing: { icon: 'loader-circle', kind: 'processing' },
  approval: { icon: 'user-check', kind: 'close_match' },
  known: { icon: 'rotate-ccw-clock', kind: 'close_match' },
  paused: { icon: 'pause', kind: 'close_match' },
  completed: { icon: 'check' },
  completed_failed: { icon: 'unplug', kind: 'failed' },
  completed_unknown: { icon: 'circle-question-mark', kind: 'unknown' },
  stopped: { icon: 'square', kind: 'rejected' },
}

type UploadChipProps = {
  state: UploadState
  counts: Counts
  variant?: 'soft' | 'plain'
  className?: string
}

/** The state of an upload: icon and word, "Completed, 36 failed". */
export function UploadChip({ state, counts, variant, className }: UploadChipProps) {
  const t = useTranslations('bulk.state')
  const { icon, kind } = LOOKS[state]
  return (
    <Chip
      icon={icon}
      spin={icon === 'loader-circle'}
      data-kind={kind}
      variant={variant}
      className={className}
    >
      {t(state, { failed: counts.failed, unknown: counts.unknown })}
    </Chip>
  )
}
