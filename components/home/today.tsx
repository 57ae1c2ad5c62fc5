'use client'
import { useTranslations } from 'use-intl'
import { Swatch } from '@/components/outcome/segmented-progress'
import { KindIcon } from '@/components/outcome/status-chip'
import { Num } from '@/components/ui/format'
import { MATCH_RESULTS, OUTCOMES, type Outcome } from '@/lib/verifications/outcome'
import { Block } from './block'

/** The five main results are always shown; the rest appears when it occurs. */
const ALWAYS: Outcome[] = [...MATCH_RESULTS, 'failed']

type OutcomeCounts = Record<Outcome, number>

/** The results that are shown of these days, in their order. */
export const shownOutcomes = (days: { counts: OutcomeCounts }[]): Outcome[] =>
  OUTCOMES.filter((outcome) => ALWAYS.includes(outcome) || days.some(({ counts }) => counts[outcome] > 0))

export function Today({ counts }: { counts: OutcomeCounts | undefined }) {
  const t = useTranslations('home.today')
  const label = useTranslations('outcome.label')
  if (!counts) return null
  const total = OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0)
  return (
    <Block title={t('title')}>
      {total === 0 ? (
        <p className="text-fg-muted">{t('empty')}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-5 gap-y-3">
          {shownOutcomes([{ counts }]).map((outcome) => (
            <li key={outcome} className="grid gap-1">
              <span className="flex items-center gap-1.5 text-sm leading-5 text-fg-muted">
                <KindIcon kind={outcome} /> {label(outcome)}
              </span>
              <Num value={counts[outcome]} className="num text-xl font-semibold" />
              <Swatch kind={outcome} className="h-1.5 w-12 rounded-xs" />
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
