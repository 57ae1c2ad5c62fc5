'use client'
import { useTranslations } from 'use-intl'
import { Num, Time } from '@/components/ui/format'
import type { SubjectHits } from '@/lib/retention/view'

const CLASSES = [
  ...(['checks', 'reviews', 'documents', 'uploads', 'originals'] as const),
  ...(['payments', 'releaseFiles', 'reports', 'held', 'waiting'] as const),
] as const

/** The number of records about a person, by class. */
export function SubjectHitCounts({ hits }: { hits: SubjectHits }) {
  const t = useTranslations('retention.subject')
  if (hits.checks + hits.payments + hits.reports === 0) return <p>{t('nowhere')}</p>
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-2">
        {CLASSES.map((kind) => (
          <div key={kind}>
            <dt className="text-sm leading-5 text-fg-muted">{t(`class.${kind}`)}</dt>
            <dd>
              <Num value={hits[kind]} />
            </dd>
          </div>
        ))}
      </dl>
      {hits.oldest && hits.newest && (
        <p className="mt-2 text-fg-muted">
          {t.rich('between', {
            oldest: () => <Time value={hits.oldest ?? ''} form="date" />,
            newest: () => <Time value={hits.newest ?? ''} form="date" />,
          })}
        </p>
      )}
    </>
  )
}
