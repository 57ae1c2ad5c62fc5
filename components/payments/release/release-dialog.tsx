'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { newKey } from '@/components/live/new-key'
import { GATE_ORDER, GateChip } from '@/components/payments/gates'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useSums } from '@/components/ui/format'
import type { LineGate } from '@/lib/payments/gate/gate'
import { RELEASABLE_GATES } from '@/lib/payments/gate/gate-of'
import type { GateTotals, LineView, RunView } from '@/lib/payments/view'
import { addSums, subtractSums, sumsOf } from '@/lib/tables/money/decimal'
import { CutNames } from './cut-names'
import { PartRow, PartsTable } from './parts-table'
import { ReleaseBox } from './release-box'
import { type Expected, useRelease } from './use-release'

/** `chosen`: the selected lines; null for all that can be released. */
type ReleaseDialogProps = { run: RunView; chosen: LineView[] | null; open: boolean; onClose: () => void }

/** Shows what a release would contain and what it would hold, then releases it and shows the files. */
export function ReleaseDialog({ run, chosen, open, onClose }: ReleaseDialogProps) {
  const t = useTranslations('payments.release')
  const releases = useTranslations('payments.releases')
  const [done, setDone] = useState<number | null>(null)
  const key = useRef(newKey())
  const plan = planOf(run, chosen)
  const release = useRelease(run, {
    onDone: setDone,
    // the lines have changed, so it is another release and needs another idempotency key
    onChanged: () => {
      key.current = newKey()
    },
  })
  const close = () => {
    onClose()
    setDone(null)
    key.current = newKey()
    release.reset()
  }
  const made = run.releasesMade.find(({ number }) => number === done)
  const footer = made ? (
    <Button variant="primary" onClick={close}>
      {t('close')}
    </Button>
  ) : (
    <>
      <Button onClick={close}>{t('cancel')}</Button>
      {plan.leaving.lines > 0 && (
        <Button
          variant="primary"
          icon="package-check"
          busy={release.busy}
          onClick={() =>
            release.send({
              lines: plan.lines,
              expected: { ...plan.leaving, nameCap: run.nameCap },
              key: key.current,
            })
          }
        >
          {t('confirm', { n: plan.leaving.lines })}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open={open}
      wide
      sticky
      onClose={close}
      title={made ? releases('name', { n: made.number }) : t('title')}
      description={made ? t('doneText') : t('text')}
      footer={footer}
    >
      <div className="mt-4 grid grid-cols-1 gap-4">
        {made ? (
          <ReleaseBox run={run} release={made} />
        ) : (
          <Before {...{ run, plan, chosen }} refused={release.refused} asked={release.asked} />
        )}
      </div>
    </Dialog>
  )
}

type Plan = {
  lines: 'clear' | number[]
  gates: Partial<Record<LineGate, GateTotals>>
  leaving: GateTotals
  held: GateTotals
}

const totalOf = (all: readonly GateTotals[]): GateTotals => ({
  lines: all.reduce((sum, { lines }) => sum + lines, 0),
  sums: addSums(...all.map(({ sums }) => sums)),
})

const chosenOf = (lines: readonly LineView[]): GateTotals => ({ lines: lines.length, sums: sumsOf(lines) })

/** Releases all lines that can be released, or only the selected ones. All other unreleased lines are held. */
function planOf({ gates }: RunView, chosen: LineView[] | null): Plan {
  const all = totalOf(GATE_ORDER.filter((gate) => gate !== 'released').map((gate) => gates[gate]))
  const parts = Object.fromEntries(
    RELEASABLE_GATES.map((gate) => [
      gate,
      chosen === null ? gates[gate] : chosenOf(chosen.filter((line) => line.gate === gate)),
    ]),
  ) as Record<LineGate, GateTotals>
  const leaving = totalOf(Object.values(parts))
  return {
    lines: chosen === null ? 'clear' : chosen.map(({ number }) => number),
    gates: parts,
    leaving,
    held: { lines: all.lines - leaving.lines, sums: subtractSums(all.sums, leaving.sums) },
  }
}

type BeforeProps = {
  run: RunView
  plan: Plan
  chosen: LineView[] | null
  refused: string | null
  asked: Expected | null
}

function Before({ run, plan, chosen, refused, asked }: BeforeProps) {
  const t = useTranslations('payments.release')
  const law = useTranslations('law')
  const sums = useSums()
  const { leaving, held } = plan
  return (
    <>
      {asked && (
        <Banner kind="warning" title={t('changed.title')}>
          {asked.nameCap !== run.nameCap && <p>{t('changed.names', { cap: run.nameCap })}</p>}
          <p>
            {leaving.lines === 0
              ? t('changed.nothing', { n: asked.lines, sums: sums(asked.sums) })
              : t('changed.text', {
                  n: asked.lines,
                  sums: sums(asked.sums),
                  now: leaving.lines,
                  nowSums: sums(leaving.sums),
                })}
          </p>
        </Banner>
      )}
      {refused && <Banner kind="error">{refused}</Banner>}
      <PlanTable run={run} plan={plan} />
      <ul className="grid list-disc gap-1.5 pl-4.5 text-sm text-fg-muted">
        {held.lines > 0 && <li>{t('splits')}</li>}
        {held.lines === 0 && <li>{t('whole')}</li>}
        {isWorkbook(run) && leaving.lines < run.lines && <li>{t('workbook')}</li>}
        {leaving.lines === 1 && <li>{t('single.released')}</li>}
        {held.lines === 1 && <li>{t('single.held')}</li>}
        {(leaving.lines === 1 || held.lines === 1) && <OneLine advice={run.advice} />}
        {run.pastDue > 0 && <li>{t('pastDue')}</li>}
        {(plan.gates.unchecked?.lines ?? 0) > 0 && (
          <li>{t('unchecked', { n: plan.gates.unchecked?.lines ?? 0 })}</li>
        )}
        <li>{t('withdrawable')}</li>
      </ul>
      {(plan.gates.corrected?.lines ?? 0) > 0 && <CutNames run={run} chosen={chosen} />}
      <p className="text-sm text-fg-muted">
        {law('evidence')} {law('optOut')} {law('dated', { date: law('date') })}
      </p>
    </>
  )
}

const isWorkbook = ({ kind, fileName }: RunView) => kind === 'table' && /\.xlsx$/i.test(fileName)

/** The options for a file with only one payment, with the advice in the bank's profile. */
function OneLine({ advice }: Pick<RunView, 'advice'>) {
  const t = useTranslations('payments.release.single')
  const channel = advice?.channelWithVop
  return (
    <>
      <li>{t('ways')}</li>
      <li>{channel ? t('channel', { bank: advice.bank, channel }) : t('channelUnknown')}</li>
      {advice?.oneLine && <li>{advice.oneLine}</li>}
    </>
  )
}

function PlanTable({ run, plan }: Pick<BeforeProps, 'run' | 'plan'>) {
  const t = useTranslations('payments.release')
  const { released } = run.gates
  return (
    <PartsTable caption={t('plan')}>
      {RELEASABLE_GATES.map((gate) => {
        const totals = plan.gates[gate]
        if (!totals || totals.lines === 0) return null
        return <PartRow key={gate} label={<GateChip gate={gate} />} totals={totals} />
      })}
      <PartRow strong label={t('leaves')} totals={plan.leaving} />
      <PartRow label={t('held')} totals={plan.held} />
      {released.lines > 0 && <PartRow label={t('before')} totals={released} />}
      <PartRow strong label={t('original')} totals={run.original} />
    </PartsTable>
  )
}
