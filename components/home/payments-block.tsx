'use client'
import { useTranslations } from 'use-intl'
import { GateBar } from '@/components/payments/gates'
import { Link } from '@/components/ui/link'
import { SumLines } from '@/components/ui/money'
import { pages } from '@/lib/http/paths'
import { RELEASABLE_GATES, releasableLines } from '@/lib/payments/gate/gate-of'
import type { RunSummary } from '@/lib/payments/view'
import { addSums } from '@/lib/tables/money/decimal'
import { givenTitle } from '@/lib/uploads/view'
import { Block } from './block'

/** Payment runs with lines that the reviewer can release, or the person's own unfinished runs. */
export function PaymentsBlock({ runs }: { runs: RunSummary[] }) {
  const t = useTranslations('payments.home')
  const open = (
    <Link href={pages.payments()} className="text-sm leading-5">
      {t('open')}
    </Link>
  )
  return (
    <Block title={t('title')} action={open}>
      <ul className="grid gap-2">
        {runs.map((run) => (
          <RunLine key={run.id} run={run} />
        ))}
      </ul>
    </Block>
  )
}

function RunLine({ run }: { run: RunSummary }) {
  const t = useTranslations('payments.home')
  const ready = RELEASABLE_GATES.map((gate) => run.gates[gate])
  const lines = releasableLines(run.gates)
  return (
    <li className="grid min-h-9 grid-cols-[minmax(8rem,16rem)_minmax(0,1fr)_auto] items-center gap-3.5 max-md:grid-cols-1 max-md:gap-1 max-md:py-1.5">
      <Link href={pages.paymentRun(run.id)} className="truncate" translate="no">
        {givenTitle(run) ?? run.fileName}
      </Link>
      <GateBar gates={run.gates} total={run.lines} label={run.fileName} className="segments-sm" />
      <span className="num text-sm text-fg-muted md:text-right">
        {t('ready', { n: lines })}
        {lines > 0 && <SumLines sums={addSums(...ready.map(({ sums }) => sums))} className="text-fg" />}
      </span>
    </li>
  )
}
