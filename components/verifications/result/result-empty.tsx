'use client'
import { useTranslations } from 'use-intl'
import { StatusChip } from '@/components/outcome/status-chip'
import { MATCH_RESULTS } from '@/lib/verifications/outcome'

/** Before the first check: the meaning of the four results. */
export function ResultEmpty() {
  const t = useTranslations('result.empty')
  const meaning = useTranslations('outcome.meaning')
  return (
    <div className="mx-auto grid max-w-[34rem] justify-items-start gap-1 text-fg-muted md:mt-12">
      <h2 className="text-md text-fg">{t('title')}</h2>
      <p>{t('lead')}</p>
      {/* as wide as the longest chip in this language */}
      <ul className="mt-3 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2.5">
        {MATCH_RESULTS.map((kind) => (
          <li
            key={kind}
            className="col-span-full grid grid-cols-subgrid items-center max-md:grid-cols-1 max-md:gap-1"
          >
            <StatusChip kind={kind} className="justify-self-start" />
            <span>{meaning(kind)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
