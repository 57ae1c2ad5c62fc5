'use client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { limitsQuery } from '@/components/limits/queries'
import { Num } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import type { UsageSettings } from '@/lib/usage/settings'
import { UsageHead } from './section'

/**
 * The limits that stop or warn before the credits run out. They are changed on their own page, the warning threshold
 * below.
 */
export function LimitsLine({ settings }: { settings: UsageSettings }) {
  const t = useTranslations('usage.limits')
  const credits = useTranslations('limits.credits')
  const id = useId()
  const { data } = useQuery(limitsQuery)
  return (
    <section className="pt-7 pb-2" aria-labelledby={id}>
      <UsageHead id={id} title={t('title')}>
        <Link href={pages.limits()} className="text-sm leading-5">
          {t('change')}
        </Link>
      </UsageHead>
      <dl className="mx-6 mt-2.5 grid fit-56 gap-x-6 gap-y-2 max-md:mx-4">
        <Limit term={credits('upload.label')}>{data && numberOr(data.credits.upload, t('none'))}</Limit>
        <Limit term={credits('personDay.label')}>{data && numberOr(data.credits.personDay, t('none'))}</Limit>
        <Limit term={t('warnBelow')}>{numberOr(settings.warnBelow, t('noWarning'))}</Limit>
      </dl>
    </section>
  )
}

const numberOr = (value: number | null, none: string) => (value === null ? none : <Num value={value} />)

const Limit = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm leading-5 text-fg-muted">{term}</dt>
    <dd className="font-[550]">{children}</dd>
  </div>
)
