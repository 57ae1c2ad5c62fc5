'use client'
import { useTranslations } from 'use-intl'
import { TermHelp } from '@/components/help/term-help'
import { GATE_ORDER, GateChip } from '@/components/payments/gates'
import { cx } from '@/components/ui/cx'
import { Num } from '@/components/ui/format'
import { useAmount } from '@/components/ui/money'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { Cell, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { LineGate } from '@/lib/payments/gate/gate'
import type { GateTotals, RunView } from '@/lib/payments/view'

type GateTableProps = { run: RunView; chosen: LineGate[]; onToggle: (gate: LineGate) => void }

/** Lines and sums by gate and currency. The button of a gate filters the lines. */
export function GateTable({ run, chosen, onToggle }: GateTableProps) {
  const t = useTranslations('payments.run')
  const currencies = Object.keys(run.original.sums)
  const shown = GATE_ORDER.filter(
    (gate) => gate !== 'unchecked' || run.gates.unchecked.lines > 0 || chosen.includes(gate),
  )
  return (
    <TableRegion label={t('gateTable')} className="rounded-lg border border-border">
      <Table caption={t('gateTable')} full={false}>
        <thead>
          <tr>
            <HeadCell aria-label={t('gate')}>
              <span className="inline-flex items-center gap-1">
                {t('gate')}
                <TermHelp term="gate" word={t('gate')} />
              </span>
            </HeadCell>
            <HeadCell className="max-lg:hidden">{t('meaning')}</HeadCell>
            <HeadCell numeric>{t('count')}</HeadCell>
            {currencies.map((currency) => (
              <HeadCell key={currency} numeric>
                {currency || t('noCurrency')}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((gate, index) => (
            <GateRow
              key={gate}
              {...{ gate, currencies, onToggle }}
              totals={run.gates[gate]}
              pressed={chosen.includes(gate)}
              keys={String(index + 1)}
            />
          ))}
          <tr className="font-[550]">
            <RowHeader className="font-[550]!">{t('wholeFile')}</RowHeader>
            <Cell className="max-lg:hidden" />
            <Numbers totals={run.original} currencies={currencies} />
          </tr>
        </tbody>
      </Table>
    </TableRegion>
  )
}

type GateRowProps = {
  gate: LineGate
  totals: GateTotals
  currencies: string[]
  pressed: boolean
  keys: string
  onToggle: (gate: LineGate) => void
}

function GateRow({ gate, totals, currencies, pressed, keys, onToggle }: GateRowProps) {
  const t = useTranslations('payments')
  const toggle = () => onToggle(gate)
  useShortcut(keys, toggle, { label: t('keys.gate', { gate: t(`gate.${gate}`) }) })
  return (
    <tr aria-selected={pressed || undefined} className={cx(totals.lines === 0 && 'text-fg-subtle')}>
      <RowHeader className="py-1">
        <button
          type="button"
          aria-pressed={pressed}
          aria-keyshortcuts={keys}
          title={t(`meaning.${gate}`)}
          className="flex min-h-8 items-center rounded-md aria-pressed:ring-2 aria-pressed:ring-accent forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:outline-[Highlight]"
          onClick={toggle}
        >
          <GateChip gate={gate} />
        </button>
      </RowHeader>
      <Cell className="text-fg-muted whitespace-normal! max-lg:hidden">{t(`meaning.${gate}`)}</Cell>
      <Numbers totals={totals} currencies={currencies} />
    </tr>
  )
}

function Numbers({ totals, currencies }: { totals: GateTotals; currencies: string[] }) {
  const amount = useAmount()
  return (
    <>
      <Cell numeric>
        <Num value={totals.lines} />
      </Cell>
      {currencies.map((currency) => {
        const sum = totals.sums[currency]
        return (
          <Cell key={currency} numeric>
            {sum !== undefined && amount(sum, currency)}
          </Cell>
        )
      })}
    </>
  )
}
