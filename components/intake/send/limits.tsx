'use client'
import { useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/messages/banner'
import type { OfficeLimits } from '@/lib/limits/limits'
import type { Summary } from '../protocol'
import { countIbansWithNames } from '../worker/shared-ibans'

type LimitsProps = { summary: Summary; limits: OfficeLimits; spent: number }

/** The limits that this upload exceeds, shown before it is sent, because the server then requires a second person. */
export function UploadLimits({ summary, limits, spent }: LimitsProps) {
  const t = useTranslations('intake.limits')
  const { toVerify: credits, crowd } = summary
  const { upload, personDay } = limits.credits
  const { warnFrom, secondFrom } = limits.names
  const held = countIbansWithNames(crowd, secondFrom)
  const crowded = countIbansWithNames(crowd, warnFrom)
  const waits = [
    upload !== null && credits > upload && t('upload', { credits, limit: upload }),
    personDay !== null && spent + credits > personDay && t('personDay', { credits, spent, limit: personDay }),
    held > 0 && t('names', { ibans: held, from: secondFrom ?? 0 }),
  ].filter((words) => words !== false)
  if (waits.length > 0)
    return (
      <Banner kind="warning" icon="user-check" title={t('waits')}>
        {waits.join(' ')}
      </Banner>
    )
  if (crowded === 0) return null
  return <Banner kind="warning">{t('crowded', { ibans: crowded, from: warnFrom ?? 0 })}</Banner>
}
