'use client'
import { useTranslations } from 'use-intl'
import type { ReleaseView } from '@/lib/payments/view'

/** The payment policy with which a release was made, and at how many characters it cut names. */
export function ReleaseTerms({ release: { policy, nameCap, cutNames } }: { release: ReleaseView }) {
  const t = useTranslations('payments.releases')
  if (!policy) return null
  return (
    <p className="num max-w-form text-sm text-fg-muted">
      {t('policy', {
        age: policy.maxAgeDays,
        duplicates: policy.duplicateDays,
        memory: policy.decisionMemory ? 'yes' : 'no',
        unchecked: policy.letUncheckedPass ? 'yes' : 'no',
      })}{' '}
      {nameCap !== null && cutNames !== null && cutNames > 0 && t('cutNames', { n: cutNames, cap: nameCap })}
    </p>
  )
}
