'use client'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Num } from '@/components/ui/format'
import { Cell } from '@/components/ui/table'
import { formatIban } from '@/lib/iban/format'
import type { RowView } from '../protocol'
import { problemWords } from './row-words'

type Place = { 'aria-rowindex': number; 'data-index': number; ref: Ref<HTMLTableRowElement> }
type PlainRowProps = { row: RowView; place: Place; onSkip: (rows: number[], on: boolean) => void }

/** One row: its values, what is wrong or odd under the cell it is about, and skipping it. */
export function PlainRow({ row, place, onSkip }: PlainRowProps) {
  const t = useTranslations('intake')
  const { number, name, iban, problems, warnings, duplicateOf, skipped, bank } = row
  const problemOf = (field: 'iban' | 'name') => problems.find((problem) => problem.field === field)
  const about = (field: 'iban' | 'name') =>
    warnings.filter((warning) => warning.startsWith('iban') === (field === 'iban'))
  return (
    <tr {...place} data-skipped={skipped || undefined}>
      <Cell numeric quiet data-column="number">
        <Num value={number} />
      </Cell>
      <th scope="row" className="row-name">
        <Value wrong={problemOf('name') !== undefined}>{name}</Value>
        <Problem problem={problemOf('name')} />
        {about('name').map((warning) => (
          <Message key={warning}>{t(`warning.${warning}`)}</Message>
        ))}
      </th>
      <Cell className="row-iban">
        <Value wrong={problemOf('iban') !== undefined} mono>
          {formatIban(iban)}
        </Value>
        <Problem problem={problemOf('iban')} />
        {about('iban').map((warning) => (
          <Message key={warning}>{t(`warning.${warning}`)}</Message>
        ))}
        {duplicateOf !== null && <Message>{t('rows.sameAs', { n: duplicateOf })}</Message>}
      </Cell>
      <Cell quiet data-column="bank" className="row-bank">
        {bank}
      </Cell>
      <Cell data-column="action">
        <Button variant="ghost" size="sm" aria-pressed={skipped} onClick={() => onSkip([number], !skipped)}>
          {t('rows.skip')} <span className="sr-only">{number}</span>
        </Button>
      </Cell>
    </tr>
  )
}

/** A row that has not come from the worker yet. */
export function WaitingRow({ place, columns }: { place: Place; columns: number }) {
  return (
    <tr {...place}>
      <td colSpan={columns}>
        <div aria-hidden="true" className="skeleton h-3.5 w-2/3" />
      </td>
    </tr>
  )
}

function Value({ wrong, mono, children }: { wrong: boolean; mono?: boolean; children: ReactNode }) {
  return (
    <span className={mono ? 'row-value row-mono' : 'row-value'} data-wrong={wrong || undefined}>
      {children}
    </span>
  )
}

function Problem({ problem }: { problem: RowView['problems'][number] | undefined }) {
  const t = useTranslations('intake')
  const locale = useLocale()
  if (!problem) return null
  const { key, values } = problemWords(problem, locale)
  return (
    <span className="row-message" data-wrong>
      <CircleAlert aria-hidden="true" />
      {t(`row.${key}`, values)}
    </span>
  )
}

function Message({ children }: { children: ReactNode }) {
  return (
    <span className="row-message">
      <TriangleAlert aria-hidden="true" />
      {children}
    </span>
  )
}
