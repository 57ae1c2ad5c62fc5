'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { useShortcut } from '@/components/ui/shortcut'

type FootProps = {
  /** What will happen, at the left. */
  children?: ReactNode
  onBack?: () => void
  /** A second choice between Back and Continue. */
  second?: ReactNode
  onContinue: () => void
  continueLabel?: string
  busy?: boolean
}

/** The bar under every step: summary, Back, Continue. Ctrl Enter continues. */
export function Foot({ children, onBack, second, onContinue, continueLabel, busy }: FootProps) {
  const t = useTranslations('intake')
  const label = continueLabel ?? t('continue')
  useShortcut('$mod+Enter', () => !busy && onContinue(), { label })
  return (
    <div className="intake-foot">
      <p className="num">{children}</p>
      {onBack && <Button onClick={onBack}>{t('back')}</Button>}
      {second}
      <Button variant="primary" busy={busy} onClick={onContinue} aria-keyshortcuts="Control+Enter">
        {label}
      </Button>
    </div>
  )
}
