'use client'
import { useTranslations } from 'use-intl'
import { StatusChip } from '@/components/outcome/status-chip'

const LEGEND = ['match', 'close_match', 'no_match', 'account_not_verifiable'] as const

/** Before the first check: what the four results mean. */
export function ResultEmpty() {
  const t = useTranslations('result.empty')
  const meaning = useTranslations('outcome.meaning')
  return (
    <div className="result-empty">
      <h2>{t('title')}</h2>
      <p>{t('lead')}</p>
      <ul>
        {LEGEND.map((kind) => (
          <li key={kind}>
            <StatusChip kind={kind} />
            <span>{meaning(kind)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
