'use client'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import type { IconName } from '@/components/ui/icons/icon'
import type { StoredReviewState } from '@/lib/reviews/policy'

const ICONS: Record<Exclude<StoredReviewState, 'superseded'>, IconName> = {
  todo: 'inbox',
  second_approval: 'user-round-check',
  approved: 'circle-check-big',
  rejected: 'x',
  escalated: 'arrow-up-from-line',
}

type ReviewChipProps = { state: StoredReviewState | null | undefined; variant?: 'soft' | 'plain' }

/**
 * The state of a review; none for a superseded one, which has a newer result. Never in a result colour, because a person
 * decided, not a bank.
 */
export function ReviewChip({ state, variant }: ReviewChipProps) {
  const t = useTranslations('outcome.review')
  if (!state || state === 'superseded') return null
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
