'use client'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/messages/toast'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { GroupDecision } from '@/lib/reviews/decision/group'

type IdleKeysProps = {
  /** Why no decision is possible now. */
  why: string
  /** Runs A or R on the selected items; false when none is selected. */
  group: (act: GroupDecision) => boolean
}

/** The decision shortcuts while no decision is possible: each explains why. */
export function IdleKeys({ why, group }: IdleKeysProps) {
  const t = useTranslations('review')
  const say = () => toast(why)
  useShortcut('a', () => group('approve') || say(), { label: t('approve') })
  useShortcut('r', () => group('reject') || say(), { label: t('reject') })
  useShortcut('e', say, { label: t('escalate') })
  useShortcut('s', say, { label: t('skip') })
  useShortcut('m', say, { label: t('memory.again') })
  return null
}
