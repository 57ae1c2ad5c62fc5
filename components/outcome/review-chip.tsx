'use client'
import {
  ArrowUpFromLine,
  CircleCheckBig,
  Clock,
  FlaskConical,
  Inbox,
  type LucideIcon,
  UserRoundCheck,
  X,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'

export type ReviewState = 'to_review' | 'second_approval' | 'approved' | 'rejected' | 'escalated' | 'skipped'

const ICONS: Record<ReviewState, LucideIcon> = {
  to_review: Inbox,
  second_approval: UserRoundCheck,
  approved: CircleCheckBig,
  rejected: X,
  escalated: ArrowUpFromLine,
  skipped: Clock,
}

/** The state of a review. Never coloured: a person decided, not a bank. */
export function ReviewChip({ state, variant }: { state: ReviewState; variant?: 'soft' | 'plain' }) {
  const t = useTranslations('outcome.review')
  return (
    <Chip icon={ICONS[state]} variant={variant}>
      {t(state)}
    </Chip>
  )
}

/** Marks a record of the sandbox. */
export function SandboxChip() {
  const t = useTranslations('outcome')
  return <Chip icon={FlaskConical}>{t('sandbox')}</Chip>
}
