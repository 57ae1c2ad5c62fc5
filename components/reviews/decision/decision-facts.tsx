'use client'
import { useTranslations } from 'use-intl'
import { useDateWords } from '@/components/ui/format'
import type { CallBack } from '@/lib/reviews/call'

/** "Called Claire Martin, +33 1 23 45 67 89 (our own records), 5 Jan 2026, 10:00: confirmed the account". */
export function useCallWords(): (call: CallBack) => string {
  const t = useTranslations('review.callBack')
  const words = useDateWords()
  return ({ person, number, numberSource, calledAt, outcome }) =>
    // leave out what retention has deleted
    t(person === '' ? 'nameless' : 'said', {
      person,
      number,
      source: t(`source.${numberSource}`),
      time: words(calledAt, { dateStyle: 'medium', timeStyle: 'short' }),
      outcome: t(`outcomes.${outcome}`),
    })
}

/** The evidence and effect of a decision besides its reason: the call, the name for exports. */
export function DecisionFacts({
  callBack,
  correctedName,
}: {
  callBack?: CallBack | null
  correctedName?: string | null
}) {
  const t = useTranslations('review')
  const said = useCallWords()
  return (
    <>
      {callBack && <span className="block text-fg-muted">{said(callBack)}</span>}
      {correctedName && (
        <span className="block text-fg-muted">{t('corrected.said', { name: correctedName })}</span>
      )}
    </>
  )
}
