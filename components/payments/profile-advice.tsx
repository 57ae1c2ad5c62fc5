'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import type { ADVICE_TOPICS } from '@/lib/payments/profiles/choices'
import type { BankAdvice } from '@/lib/payments/view'

type ProfileAdviceProps = {
  advice: BankAdvice | null
  topic: (typeof ADVICE_TOPICS)[number]
  as?: 'p' | 'li'
  className?: string
}

/** What the profile of the payer's bank advises on a topic, with the name of the bank. */
export function ProfileAdvice({ advice, topic, as: As = 'p', className }: ProfileAdviceProps) {
  const t = useTranslations('payments')
  const text = advice?.[topic]
  if (!text) return null
  return (
    <As className={cx('whitespace-pre-line wrap-anywhere', className)}>
      {t.rich('advice', { bank: () => <b translate="no">{advice.bank}</b>, text: () => text })}
    </As>
  )
}
