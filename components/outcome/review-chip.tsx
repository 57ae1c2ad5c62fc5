'use client'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import type { IconName } from '@/components/ui/icons/icon'

export type ReviewState = 'todo' | 'second_approval' | 'approved' | 'rejected' | 'escalated' | 'skipped'

const ICONS: Record<ReviewState, IconName> = {
  todo: 'inbox',
  second_approval: 'user-round-check',
  approved: 'circle-check-big',
  rejected: 'x',
  escalated: 'arrow-up-from-line',
  skipped: 'clock',
}

/** The state of a review. Never in a result colour, because a person decided, not a bank. */
export function ReviewChip({ state, variant }: { state: ReviewState; variant?: 'soft' | 'plain' }) {
  const t = useTranslations('outcome.review')
  return (
    <Chip icon={ICONS[state]} variant={variant}>
      {t(state)}
    </Chip>
  )
}

/** Marks a record of the sandbox. */
export function SandboxChip({ className }: { className?: string }) {
  const t = useTranslations('outcome')
  return (
    <Chip icon="flask-conical" className={className}>
      {t('sandbox')}
    </Chip>
  )
}
