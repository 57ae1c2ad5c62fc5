'use client'
import { type ComponentProps, memo } from 'react'
import { useTranslations } from 'use-intl'
import { GateChip } from '@/components/payments/gates'
import { ResponsiveIban } from '@/components/payments/iban-text'
import { IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { Day, Num } from '@/components/ui/format'
import { Link } from '@/components/ui/link'
import { useMoney } from '@/components/ui/money'
import { Cell, Row, RowHeader } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import type { LineView } from '@/lib/payments/view'
import { LineReason } from './line-reason'
import { BankResult, CheckResult } from './results'

type LineRowProps = {
  line: LineView
  /** the index among all lines that match the filters */
  index: number
  /** the lines have more than one due date */
  due: boolean
  /** null: this person can't select lines in this run */
  selectable: boolean | null
  selected: boolean
  onSelect: (line: LineView) => void
  /** its details are open */
  open: boolean
  onOpen: (number: number) => void
  measure: ComponentProps<'tr'>['ref']
}

const WRAPPED = 'py-1.5 leading-4.5 whitespace-normal! wrap-anywhere'

/** The row of a payment line: payee, amount, gate with its reason, and both answers. */
export const PaymentLineRow = memo(function PaymentLineRow(props: LineRowProps) {
  const { line, index, due, selectable, selected, onSelect, open, onOpen, measure } = props
  const t = useTranslations('payments.lines')
  const money = useMoney()
  const amount = line.amount === null ? null : money(line.amount, line.currency)
  return (
    <Row
      ref={measure}
      onOpen={() => onOpen(line.number)}
      selected={open || selected || undefined}
      aria-rowindex={index + 2}
      data-index={index}
    >
      {selectable !== null && (
        <Cell className="max-md:hidden">
          {selectable && (
            <Checkbox
              hideLabel
              label={t('selectLine', { number: line.number })}
              checked={selected}
              onChange={() => onSelect(line)}
            />
          )}
        </Cell>
      )}
      <Cell numeric quiet className="max-md:hidden">
        <Num value={line.number} />
      </Cell>
      <RowHeader className={cx(WRAPPED, 'max-md:pl-4')}>
        <Payee line={line} index={index} onOpen={onOpen} />
        <Account line={line} />
        <span className="num mt-0.5 block font-normal text-fg md:hidden">{amount}</span>
      </RowHeader>
      <Cell numeric className="max-md:hidden">
        {amount ?? <span className="text-fg-subtle">{t('noAmount')}</span>}
      </Cell>
      {due && <Cell className="max-lg:hidden">{line.dueOn && <Day value={line.dueOn} />}</Cell>}
      <Cell className={cx(WRAPPED, 'max-md:pr-4')}>
        <GateChip gate={line.gate} />
        <span className="mt-0.5 block text-fg-muted max-md:text-xs">
          <LineReason line={line} />
        </span>
      </Cell>
      <Cell className={cx(WRAPPED, 'max-lg:hidden print:table-cell')}>
        <span className="flex flex-wrap items-center gap-1.5">
          <CheckResult line={line} />
          {line.bank && <BankResult bank={line.bank} />}
        </span>
      </Cell>
      <Cell className="max-md:hidden">
        <IconButton
          size="sm"
          icon="info"
          label={t('detailsOf', { number: line.number })}
          onClick={() => onOpen(line.number)}
        />
      </Cell>
    </Row>
  )
})

type UnreadLineProps = {
  index: number
  /** of each cell: one more than are visible would narrow the columns */
  classes: readonly string[]
  height: number
  measure: LineRowProps['measure']
}

/** A line that is still being read. */
export const UnreadLine = ({ index, classes, height, measure }: UnreadLineProps) => (
  <tr ref={measure} aria-rowindex={index + 2} data-index={index}>
    {classes.map((className, cell) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a table never change their order
      <td key={cell} className={className} style={{ height }}>
        <div aria-hidden="true" className="skeleton h-3.5 w-3/4" />
      </td>
    ))}
  </tr>
)

/** The IBAN, or what the payment has instead of one. */
function Account({ line: { iban, account } }: Pick<LineRowProps, 'line'>) {
  const t = useTranslations('payments.lines')
  const style = 'mt-0.5 block leading-4.5 font-normal text-fg-muted'
  if (!iban) return <span className={style}>{t(`account.${account}`)}</span>
  return (
    <span className={cx(style, 'font-mono text-xs')} translate="no">
      <ResponsiveIban iban={iban} />
    </span>
  )
}

/**
 * The name in the file, and the corrected name that replaces it. The link opens the check, or the details of a line
 * without a check.
 */
function Payee({ line, index, onOpen }: Pick<LineRowProps, 'line' | 'index' | 'onOpen'>) {
  const t = useTranslations('payments.lines')
  const name = line.name || <span className="text-fg-subtle">{t('noName')}</span>
  const style = 'line-clamp-3 min-h-6 text-left text-ellipsis'
  return (
    <>
      {line.verificationId ? (
        <Link
          className={style}
          href={pages.historyItem('live', line.verificationId)}
          data-row={index}
          translate={line.name ? 'no' : undefined}
          title={line.name ?? undefined}
        >
          {name}
        </Link>
      ) : (
        <button type="button" className={style} data-row={index} onClick={() => onOpen(line.number)}>
          {name}
        </button>
      )}
      {line.correctedName && (
        <span className="mt-0.5 block text-sm leading-4.5 font-normal text-fg-muted">
          {t.rich('becomes', {
            name: () => (
              <b translate="no" className="font-[550] text-fg">
                {line.correctedName}
              </b>
            ),
          })}
        </span>
      )}
      {line.ultimateCreditor && (
        <span className="mt-0.5 block text-xs leading-4.5 font-normal text-fg-subtle">
          {t.rich('for', { name: () => <span translate="no">{line.ultimateCreditor}</span> })}
        </span>
      )}
    </>
  )
}
