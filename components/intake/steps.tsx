'use client'
import { useTranslations } from 'use-intl'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import type { Step } from './use-step'
import { STEPS } from './use-step'

/** The four steps; those that are done are links back. */
export function Steps({ step }: { step: Step }) {
  const t = useTranslations('intake')
  const now = STEPS.indexOf(step)
  return (
    <ol aria-label={t('steps.label')} className="intake-steps">
      {STEPS.map((each, index) => (
        <li key={each} aria-current={index === now ? 'step' : undefined} data-done={index < now || undefined}>
          <i aria-hidden="true">{index < now ? <Icon name="check" /> : index + 1}</i>
          {index < now ? (
            <Link href={`${pages.newUpload()}${index === 0 ? '' : `?step=${each}`}` as '/bulk/new'}>
              {t(`steps.${each}`)}
            </Link>
          ) : (
            t(`steps.${each}`)
          )}
        </li>
      ))}
    </ol>
  )
}
