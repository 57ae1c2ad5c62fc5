'use client'
import { useTranslations } from 'use-intl'
import { Age } from '@/components/reviews/queue/age'
import { ButtonLink } from '@/components/ui/button'
import { Num } from '@/components/ui/format'
import { useGo } from '@/components/ui/overlays/use-go'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import type { WaitingReviews } from '@/lib/history/today.server'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { Block } from './block'

const AGES = ['age0', 'age1', 'age2'] as const

/** What waits for a decision, and since when. */
export function ReviewBlock({
  environment,
  reviews,
}: {
  environment: EnvironmentName
  reviews: WaitingReviews
}) {
  const t = useTranslations('home.review')
  const go = useGo()
  const { waiting, oldestAt, ages } = reviews
  const href = pages.review(environment)
  useShortcut('r', () => go(href), { label: t('start') })
  const most = Math.max(...ages, 1)
  const start = (
    <ButtonLink href={href} variant="primary" keys="r">
      {t('start')}
    </ButtonLink>
  )
  return (
    <Block title={t('title')} action={start}>
      <p className="text-fg-muted">
        {t.rich('waiting', { count: waiting, age: () => (oldestAt ? <Age since={oldestAt} /> : null) })}
      </p>
      {waiting > 0 && (
        <ul className="mt-3 grid max-w-[34rem] gap-1.5 text-sm leading-5" aria-label={t('ages')}>
          {AGES.map((age, index) => (
            <li key={age} className="grid grid-cols-[6.5rem_minmax(0,1fr)_3rem] items-center gap-3">
              <span>{t(age)}</span>
              <div className="meter h-2" aria-hidden="true">
                <i className="rounded-none" style={{ width: `${((ages[index] ?? 0) / most) * 100}%` }} />
              </div>
              <Num value={ages[index] ?? 0} className="num text-right" />
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
