'use client'
import { useTranslations } from 'use-intl'
import { FileHeader, TimeAndPerson } from '@/components/page/file-cells'
import { GATE_ORDER, GateBar } from '@/components/payments/gates'
import { ibanText } from '@/components/payments/iban-text'
import { Day, Num } from '@/components/ui/format'
import { SumLines } from '@/components/ui/money'
import { Cell, Row } from '@/components/ui/table'
import { pages } from '@/lib/http/paths'
import { releasableLines } from '@/lib/payments/gate/gate-of'
import type { RunSummary } from '@/lib/payments/view'
import { addSums } from '@/lib/tables/money/decimal'

/** One payment run in the list. */
export function RunRow({ run }: { run: RunSummary }) {
  const t = useTranslations('payments')
  const href = pages.paymentRun(run.id)
  const [first, ...others] = run.debtors
  const [due, last] = [run.dueDates[0], run.dueDates.at(-1)]
  return (
    <Row href={href}>
      <FileHeader href={href} file={run} className="min-w-40" />
      <Cell className="cell-words max-lg:hidden">
        {first && (
          <>
            <span translate="no">{first.name ?? (first.iban && ibanText(first.iban))}</span>
            {others.length > 0 && (
              <span className="text-fg-subtle"> {t('list.others', { n: others.length })}</span>
            )}
          </>
        )}
      </Cell>
      <Cell className="max-md:hidden">
        {due && <Day value={due} />}
        {last && last !== due && (
          <span className="block text-xs text-fg-subtle">
            {t.rich('list.until', { day: () => <Day value={last} /> })}
          </span>
        )}
      </Cell>
      <Cell numeric className="py-1 max-md:hidden">
        <SumLines sums={addSums(...GATE_ORDER.map((gate) => run.gates[gate].sums))} />
      </Cell>
      <Cell className="py-1 whitespace-normal">
        <Gates run={run} />
      </Cell>
      <Cell numeric className="max-lg:hidden">
        {run.releases > 0 && <Num value={run.releases} />}
      </Cell>
      <Cell className="max-md:hidden">
        <TimeAndPerson value={run.createdAt} person={run.createdBy} />
      </Cell>
    </Row>
  )
}

function Gates({ run }: { run: RunSummary }) {
  const t = useTranslations('payments')
  if (run.state !== 'ready') return <span className="text-fg-muted">{t(`list.state.${run.state}`)}</span>
  const { gates, lines } = run
  const leaving = releasableLines(gates)
  const words =
    leaving > 0
      ? t('list.ready', { n: leaving })
      : gates.waiting.lines > 0
        ? t('list.waiting', { n: gates.waiting.lines })
        : t('list.nothing', { held: gates.held.lines })
  return (
    <div className="grid max-w-64 min-w-24 gap-1 py-1">
      <GateBar gates={gates} total={lines} label={run.fileName} className="segments-sm" />
      <span className="num text-xs text-fg-muted">{words}</span>
    </div>
  )
}
