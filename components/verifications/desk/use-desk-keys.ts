'use client'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { announce } from '@/components/ui/live-text'
import { useShortcut } from '@/components/ui/shortcut'
import { toast } from '@/components/ui/toast'
import { pages } from '@/lib/http/paths'
import type { CheckDeskState } from './use-desk'

/** N and Esc begin the next check, T goes to the result, R to its review, C copies its link. */
export function useDeskKeys({ check, environment, clear }: CheckDeskState) {
  const t = useTranslations('result')
  const page = useTranslations('check')
  const router = useRouter()
  const title = useRef<HTMLHeadingElement>(null)
  const shown = check !== undefined
  const copyLink = async () => {
    if (!check) return
    await navigator.clipboard.writeText(
      new URL(pages.checkResult(environment, check.id), window.location.origin).href,
    )
    announce(t('linkCopied'))
    toast(t('linkCopied'))
  }
  useShortcut('n', clear, { label: page('new') })
  useShortcut('Escape', clear, { label: t('keys.clear'), enabled: shown })
  useShortcut('t', () => title.current?.focus(), { label: t('keys.title'), enabled: shown })
  useShortcut('c', copyLink, { label: t('keys.link'), enabled: shown })
  const review = check?.review
  useShortcut('r', () => review && router.push(pages.reviewItem(environment, review.id)), {
    label: t('action.review'),
    enabled: Boolean(review),
  })
  return title
}
