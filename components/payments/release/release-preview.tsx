'use client'
import { useTranslations } from 'use-intl'
import { GateChip } from '@/components/payments/gates'
import { ProfileAdvice } from '@/components/payments/profile-advice'
import { Restored } from '@/components/payments/restored'
import { Banner } from '@/components/ui/messages/banner'
import { useSums } from '@/components/ui/money'
import type { LineGate } from '@/lib/payments/gate/gate'
import { RELEASABLE_GATES } from '@/lib/payments/gate/gate-of'
import type { GateTotals, LineView, RunView } from '@/lib/payments/view'
import { CutNames } from './cut-names'
import { PartRow, PartsTable } from './parts-table'
import type { Expected } from './use-release'

export type PlannedRelease = {
  lines: 'clear' | number[]
  gates: Partial<Record<LineGate, GateTotals>>
  leaving: GateTotals
  held: GateTotals
}

type ReleasePreviewProps = {
  run: RunView
  plan: PlannedRelease
  chosen: LineView[] | null
  refused: string | null
  asked: Expected | null
}

/** What a release would contain and hold, and what a person should know before it. */
export function ReleasePreview({ run, plan, chosen, refused, asked }: ReleasePreviewProps) {
  const t = useTranslations('payments.release')
  const law = useTranslations('law')
  const sums = useSums()
  const { leaving, held } = plan
  const withoutAmount = run.kind === 'table' && held.lines > 0 && Object.keys(held.sums).length === 0
  const oneHeld = held.lines === 1 && !withoutAmount
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
      {run.restores.map((restore) => (
        <Restored key={restore.restoredAt} restore={restore} />
      ))}
      {refused && <Banner kind="error">{refused}</Banner>}
      <PlanTable run={run} plan={plan} />
      <ul className="grid list-disc gap-1.5 pl-4.5 text-sm text-fg-muted">
        <ProfileAdvice as="li" advice={run.advice} topic="release" />
        {withoutAmount && <li>{t('withoutAmount')}</li>}
        {held.lines > 0 && !withoutAmount && <li>{t('splits')}</li>}
        {held.lines > 0 && !withoutAmount && <ProfileAdvice as="li" advice={run.advice} topic="held" />}
        {held.lines === 0 && <li>{t('whole')}</li>}
        {isWorkbook(run) && leaving.lines < run.lines && <li>{t('workbook')}</li>}
        {leaving.lines === 1 && <li>{t('single.released')}</li>}
        {oneHeld && <li>{t('single.held')}</li>}
        {(leaving.lines === 1 || oneHeld) && <OneLine advice={run.advice} />}
        {run.pastDue > 0 && <li>{t('pastDue')}</li>}
        {run.undated > 0 && <li>{t('undated')}</li>}
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
      <ProfileAdvice as="li" advice={advice} topic="oneLine" />
    </>
  )
}

function PlanTable({ run, plan }: Pick<ReleasePreviewProps, 'run' | 'plan'>) {
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
