'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/messages/toast'
import { useGo } from '@/components/ui/overlays/use-go'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { useCopyLink } from '@/components/verifications/use-copy-link'
import { pages } from '@/lib/http/paths'
import type { CheckDeskState } from './use-desk'

/**
 * N and Esc start the next check, T goes to the result, R to its review, C copies its link; without a result they
 * explain that.
 */
export function useDeskKeys({ check, environment, clear }: CheckDeskState) {
  const t = useTranslations('result')
  const page = useTranslations('check')
  const go = useGo()
  const title = useRef<HTMLHeadingElement>(null)
  const copyLink = useCopyLink()
  const shown = check !== undefined
  useShortcut('n', clear, { label: page('new') })
  useShortcut('Escape', clear, { label: t('keys.clear'), enabled: shown })
  /** Each key that needs a result explains that there is none yet. */
  const ofResult = (run: () => void) => (shown ? run() : toast(t('keys.none')))
  useShortcut('t', () => ofResult(() => title.current?.focus()), { label: t('keys.title') })
  const copy = () => check && copyLink(pages.checkResult(environment, check.id))
  useShortcut('c', () => ofResult(copy), { label: t('keys.link') })
  useShortcut('p', () => toast(t('keys.none')), {
    label: t('keys.proof'),
    enabled: !check || check.outcome === 'waiting',
  })
  const review = check?.review
  const toReview = () => (review ? go(pages.reviewItem(environment, review.id)) : toast(t('keys.noReview')))
  useShortcut('r', () => ofResult(toReview), { label: t('action.review') })
  return title
}
