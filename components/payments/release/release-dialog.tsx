'use client'
import { useTranslations } from 'use-intl'
import { GATE_ORDER } from '@/components/payments/gates'
import { Button } from '@/components/ui/button'
import { CancelButton, Dialog } from '@/components/ui/overlays/dialog'
import type { LineGate } from '@/lib/payments/gate/gate'
import { RELEASABLE_GATES } from '@/lib/payments/gate/gate-of'
import type { GateTotals, LineView, RunView } from '@/lib/payments/view'
import { addSums, subtractSums, sumsOf } from '@/lib/tables/money/decimal'
import { ReleaseBox } from './release-box'
import { type PlannedRelease, ReleasePreview } from './release-preview'
import { useRelease } from './use-release'

type ReleaseDialogProps = {
  run: RunView
  /** the selected lines; null for all that can be released */
  chosen: LineView[] | null
  open: boolean
  onClose: () => void
  /** called with the numbers of selected lines that can't be released any more */
  onGone: (numbers: readonly number[]) => void
}

/** Shows what a release would contain and what it would hold, then releases it and shows the files. */
export function ReleaseDialog({ run, chosen, open, onClose, onGone }: ReleaseDialogProps) {
  const t = useTranslations('payments.release')
  const releases = useTranslations('payments.releases')
  const plan = planOf(run, chosen)
  const release = useRelease(run, onGone)
  const close = () => {
    onClose()
    release.reset()
  }
  const made = run.releasesMade.find(({ number }) => number === release.done)
  const footer = made ? (
    <Button variant="primary" onClick={close}>
      {t('close')}
    </Button>
  ) : (
    <>
      <CancelButton onClick={close} />
      {plan.leaving.lines > 0 && (
        <Button
          variant="primary"
          icon="package-check"
          once
          busy={release.busy}
          onClick={() =>
            release.send({ lines: plan.lines, expected: { ...plan.leaving, nameCap: run.nameCap } })
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
          <ReleasePreview {...{ run, plan, chosen }} refused={release.refused} asked={release.asked} />
        )}
      </div>
    </Dialog>
  )
}

const totalOf = (all: readonly GateTotals[]): GateTotals => ({
  lines: all.reduce((sum, { lines }) => sum + lines, 0),
  sums: addSums(...all.map(({ sums }) => sums)),
})

const chosenOf = (lines: readonly LineView[]): GateTotals => ({ lines: lines.length, sums: sumsOf(lines) })

/** Releases all lines that can be released, or only the selected ones. All other unreleased lines are held. */
function planOf({ gates }: RunView, chosen: LineView[] | null): PlannedRelease {
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
