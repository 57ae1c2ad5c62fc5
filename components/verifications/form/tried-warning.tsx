'use client'
import { useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/banner'
import type { Tried } from '@/lib/verifications/tried/rule'

/** The how many-eth name on this IBAN within a day this would be, before it is sent. */
export function TriedWarning({ tried }: { tried: Tried }) {
  const t = useTranslations('check.tried')
  if (tried.level === 'free') return null
  return <Banner kind={tried.level === 'allowed' ? 'info' : 'warning'}>{t(tried.level, tried)}</Banner>
}
