'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icons/icon'
import { Link } from '@/components/ui/link'
import { pages } from '@/lib/http/paths'
import { INTAKE_STEPS, type IntakeStep } from './use-step'

const BALL = 'grid size-5 place-items-center rounded-full border text-2xs leading-none font-medium not-italic'
const DONE = 'border-border-strong bg-surface-3 text-fg'
const NOW = 'border-primary bg-primary text-on-primary'

/** The four steps; completed ones link back. */
export function Steps({ step }: { step: IntakeStep }) {
  const t = useTranslations('intake')
  const now = INTAKE_STEPS.indexOf(step)
  return (
    <ol
      aria-label={t('steps.label')}
      className="ml-1.5 hidden text-sm leading-5 whitespace-nowrap text-fg-muted lg:flex"
    >
      {INTAKE_STEPS.map((each, index) => (
        <li
          key={each}
          aria-current={index === now ? 'step' : undefined}
          className="flex items-center gap-2 pr-2.5 not-first:before:mr-2.5 not-first:before:h-px not-first:before:w-6 not-first:before:bg-border-strong aria-[current]:font-[550] aria-[current]:text-fg"
        >
          <i
            aria-hidden="true"
            className={cx(BALL, index < now ? DONE : index === now ? NOW : 'border-border-control')}
          >
            {index < now ? <Icon name="check" className="size-3 stroke-[2.6]" /> : index + 1}
          </i>
          {index < now ? (
            <Link
              href={`${pages.newUpload()}${index === 0 ? '' : `?step=${each}`}` as '/bulk/new'}
              className="text-inherit"
            >
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
