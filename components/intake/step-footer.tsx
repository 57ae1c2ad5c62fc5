'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'

type StepFooterProps = {
  /** A summary of what happens next, on the left. */
  children?: ReactNode
  onBack?: () => void
  /** A second button between Back and Continue. */
  second?: ReactNode
  onContinue: () => void
  continueLabel?: string
  busy?: boolean
}

/** The bar under every step: summary, Back, Continue. Ctrl Enter continues. */
export function StepFooter({ children, onBack, second, onContinue, continueLabel, busy }: StepFooterProps) {
  const t = useTranslations('intake')
  const label = continueLabel ?? t('continue')
  useShortcut('$mod+Enter', () => !busy && onContinue(), { label })
  return (
    <div className="step-footer sticky bottom-0 z-4 flex flex-wrap items-center gap-3 border-t border-border bg-surface px-6 py-3 max-md:bottom-[57px] max-md:gap-x-2 short:static max-md:gap-y-1.5 max-md:px-4 max-md:py-2 max-md:[&>.btn]:flex-1 max-md:[&>.btn]:px-2">
      <p className="num flex-auto text-fg-muted max-md:basis-full max-md:text-xs max-md:empty:hidden [&>b]:text-fg">
        {children}
      </p>
      {onBack && <Button onClick={onBack}>{t('back')}</Button>}
      {second}
      <Button variant="primary" busy={busy} onClick={onContinue} aria-keyshortcuts="Control+Enter">
        {label}
      </Button>
    </div>
  )
}
