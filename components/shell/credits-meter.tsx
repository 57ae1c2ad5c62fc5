'use client'
import { useTranslations } from 'use-intl'
import { TermHelp } from '@/components/help/term-help'
import { Num } from '@/components/ui/format'
import type { Balance } from '@/lib/usage/balance.server'

/** The remaining credits by our own ledger, because the provider reports no balance. */
export function CreditsMeter({ left, of }: Balance) {
  const t = useTranslations('shell')
  const share = of > 0 ? Math.min(Math.max(left / of, 0), 1) : 0
  return (
    <div className="mb-2 rounded-md border border-border bg-surface p-2.5 text-xs text-fg-muted slim:hidden">
      <div className="flex items-center justify-between gap-2">
        <span className="flex items-center gap-1">
          {t('credits')}
          <TermHelp term="credit" word={t('credits')} />
        </span>
        <Num value={left} className="num font-[550] text-fg" />
      </div>
      <div className="meter mt-2" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
