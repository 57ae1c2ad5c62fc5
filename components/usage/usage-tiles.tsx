'use client'
import { type ReactNode, useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import { Num } from '@/components/ui/format'
import { Card } from '@/components/ui/layout'
import type { UsageView } from '@/lib/usage/view'

/** Three numbers, each with an explanation. */
export function UsageTiles({ usage }: { usage: UsageView }) {
  const { balance, usedThisMonth, pace, daysLeft, low, settings } = usage
  const t = useTranslations('usage.tile')
  const format = useFormatter()
  const perDay = format.number(pace, { maximumFractionDigits: pace < 10 ? 1 : 0 })
  const { price, warnBelow } = settings
  const money = price && ({ style: 'currency', currency: price.currency } as const)
  const cost = money && {
    cost: format.number(usedThisMonth * price.amount, money),
    price: format.number(price.amount, { ...money, maximumFractionDigits: 4 }),
  }
  return (
    <div className="grid fit-56 gap-3 px-6 pt-4.5 max-md:px-4 max-md:pt-3.5">
      <Tile term={t('left')} note={balance ? t('of', { of: balance.of }) : t('noBalance')}>
        {balance ? <Num value={balance.left} /> : t('unknown')}
        {low && (
          <Chip icon="triangle-exclamation-point" className="ml-2.5 align-middle tracking-normal">
            {t('low', { count: warnBelow ?? 0 })}
          </Chip>
        )}
      </Tile>
      <Tile term={t('month')} note={cost ? t('cost', cost) : t('monthNote')}>
        <Num value={usedThisMonth} />
      </Tile>
      <Tile term={t('days')} note={pace > 0 ? t('pace', { perDay }) : t('noPace')}>
        {daysLeft === null ? t('unknown') : <Num value={daysLeft} />}
      </Tile>
    </div>
  )
}

function Tile({ term, note, children }: { term: string; note: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="px-4.5 pt-3.5 pb-4">
      <h2 id={id} className="text-sm font-[450] text-fg-muted">
        {term}
      </h2>
      <p className="num text-2xl font-semibold tracking-[-0.03em]">{children}</p>
      <p className="text-xs text-fg-muted">{note}</p>
    </Card>
  )
}
