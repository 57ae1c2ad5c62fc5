'use client'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import { Day, Num } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { Cell, RowHeader } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import type { LedgerLine } from '@/lib/usage/reconcile.server'
import type { Line } from '@/lib/usage/reconciliation'
import { type LedgerColumn, ledgerNumber } from './ledger-lines'

/** One submission, or the total. */
export function LedgerRow({ line, columns }: { line: LedgerLine | Line; columns: LedgerColumn[] }) {
  const t = useTranslations('usage.ledger')
  const wrong = line.differs.map((name) => t(`differ.${name}`)).join(' ')
  return (
    <tr>
      <RowHeader className="min-w-[11rem] whitespace-normal wrap-anywhere">
        <Submission line={line} />
      </RowHeader>
      {columns.map((name) => (
        <Cell key={name} numeric>
          <Num value={ledgerNumber(line, name)} />
        </Cell>
      ))}
      <Cell>
        <Chip
          variant="plain"
          icon={line.addsUp ? 'circle-check' : 'triangle-exclamation-point'}
          title={wrong || undefined}
        >
          {t(line.addsUp ? 'yes' : 'no')}
        </Chip>
      </Cell>
    </tr>
  )
}

function Submission({ line }: { line: LedgerLine | Line }) {
  const t = useTranslations('usage.ledger')
  if (!('kind' in line)) return t('total')
  if (line.kind === 'checks') return t.rich('checks', { day: () => <Day value={line.day} /> })
  return (
    <Link href={pages.upload(line.id)} translate="no" className="text-accent">
      {line.fileName}
    </Link>
  )
}
