'use client'
import { useTranslations } from 'use-intl'
import { StatusChip } from '@/components/outcome/status-chip'
import { MATCH_RESULTS } from '@/lib/verifications/outcome'

/** Before the first check: what the four results mean. */
export function ResultEmpty() {
  const t = useTranslations('result.empty')
  const meaning = useTranslations('outcome.meaning')
  return (
    <div className="result-empty">
      <h2>{t('title')}</h2>
      <p>{t('lead')}</p>
      <ul>
        {MATCH_RESULTS.map((kind) => (
          <li key={kind}>
            <StatusChip kind={kind} />
            <span>{meaning(kind)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
