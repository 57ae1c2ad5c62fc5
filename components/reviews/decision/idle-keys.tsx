'use client'
import { useTranslations } from 'use-intl'
import { useShortcut } from '@/components/ui/shortcut'
import { explain } from '@/components/ui/toast'
import type { GroupAct } from '@/lib/reviews/decision/group'

type IdleKeysProps = {
  /** Why nothing can be decided here and now. */
  why: string
  /** What A and R do while several are selected; false when none is. */
  group: (act: GroupAct) => boolean
}

/** The keys of the decision while there is none to take: each says why. */
export function IdleKeys({ why, group }: IdleKeysProps) {
  const t = useTranslations('review')
  const say = () => explain(why)
  useShortcut('a', () => group('approve') || say(), { label: t('approve') })
  useShortcut('r', () => group('reject') || say(), { label: t('reject') })
  useShortcut('e', say, { label: t('escalate') })
  useShortcut('s', say, { label: t('skip') })
  useShortcut('m', say, { label: t('memory.again') })
  return null
}
