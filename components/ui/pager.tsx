'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from './button'
import type { IconName } from './icons/icon'

type Step = { href: string } | { onClick: () => void } | undefined
type PagerProps = { newer?: Step; older?: Step; children?: ReactNode; busy?: boolean }

/** Newer and older pages of a keyset list; `children` are on the left ("2,914 rows"). */
export function Pager({ newer, older, children, busy }: PagerProps) {
  const t = useTranslations('ui')
  return (
    <nav
      aria-label={t('pager.label')}
      className="flex items-center gap-3 px-6 py-2.5 text-sm text-fg-muted max-md:px-4"
    >
      <span className="num mr-auto">{children}</span>
      {newer && <StepButton step={newer} icon="chevron-left" label={t('pager.newer')} busy={busy} />}
      {older && <StepButton step={older} icon="chevron-right" label={t('pager.older')} busy={busy} />}
    </nav>
  )
}

type StepProps = { step: NonNullable<Step>; icon: IconName; label: string; busy?: boolean }

function StepButton({ step, icon, label, busy }: StepProps) {
  if ('href' in step) {
    return (
      <ButtonLink size="sm" icon={icon} href={step.href}>
        {label}
      </ButtonLink>
    )
  }
  return (
    <Button size="sm" icon={icon} busy={busy} onClick={step.onClick}>
      {label}
    </Button>
  )
}
