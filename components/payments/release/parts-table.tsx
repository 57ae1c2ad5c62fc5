'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Num } from '@/components/ui/format'
import { SumLines } from '@/components/ui/money'
import { Cell, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { GateTotals } from '@/lib/payments/view'

/** The lines and sums of the parts of a file. On a narrow screen, the number of lines is below the sum. */
export function PartsTable({ caption, children }: { caption: string; children: ReactNode }) {
  const t = useTranslations('payments.releases')
  return (
    <TableRegion label={caption} className="rounded-lg border border-border">
      <Table caption={caption} full={false}>
        <thead>
          <tr>
            <HeadCell>{t('part')}</HeadCell>
            <HeadCell numeric className="max-sm:hidden">
              {t('lines')}
            </HeadCell>
            <HeadCell numeric>{t('sum')}</HeadCell>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </TableRegion>
  )
}

type PartRowProps = { label: ReactNode; totals: GateTotals; strong?: boolean }

export function PartRow({ label, totals: { lines, sums }, strong }: PartRowProps) {
  const t = useTranslations('payments.lines')
  return (
    <tr className={cx(strong && 'font-[550]')}>
      <RowHeader className={cx('whitespace-normal! max-sm:pr-0!', strong && 'font-[550]!')}>
        {label}
      </RowHeader>
      <Cell numeric className="max-sm:hidden">
        <Num value={lines} />
      </Cell>
      <Cell numeric className="py-1">
        <SumLines sums={sums} />
        <span className="block text-xs font-normal text-fg-muted sm:hidden">{t('count', { n: lines })}</span>
      </Cell>
    </tr>
  )
}
