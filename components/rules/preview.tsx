'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { RulePreview } from '@/lib/reviews/rules/rules'

/** "Last 30 days: 231 to review, 64 approved by rule." */
export function RulePreviewBox({ preview }: { preview: RulePreview }) {
  const t = useTranslations('rules.preview')
  const format = useFormatter()
  const byRule = preview.approve + preview.repeat
  const parts = [
    t('review', { count: preview.review + preview.priority }),
    t('approved', { count: byRule }),
    ...(preview.priority > 0 ? [t('priority', { count: preview.priority })] : []),
    ...(preview.keep_out > 0 ? [t('keptOut', { count: preview.keep_out })] : []),
  ]
  return (
    <p role="status" className="num rounded-lg bg-surface-2 px-3.5 py-2.5 text-sm leading-5">
      {t('text', { days: format.number(preview.days), parts: parts.join(', ') })}
    </p>
  )
}
