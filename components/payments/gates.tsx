'use client'
import { useTranslations } from 'use-intl'
import { Chip } from '@/components/ui/chip'
import { cx } from '@/components/ui/cx'
import type { IconName } from '@/components/ui/icons/icon'
import type { LineGate } from '@/lib/payments/gate/gate'
import type { GateSums } from '@/lib/payments/view'

/** The order of gates in tables and bars: lines that can be released, waiting ones, held ones, released ones. */
export const GATE_ORDER: readonly LineGate[] = [
  'clear',
  'corrected',
  'unchecked',
  'waiting',
  'held',
  'released',
]
/** The colours, texture and icon of a gate: those of a check's outcome where one has the same meaning. */
const GATE_LOOK: Record<LineGate, { kind: string; icon: IconName }> = {
  clear: { kind: 'match', icon: 'circle-check' },
  corrected: { kind: 'close_match', icon: 'pencil' },
  unchecked: { kind: 'not_sent', icon: 'circle-slash' },
  waiting: { kind: 'waiting', icon: 'hourglass' },
  held: { kind: 'failed', icon: 'hand' },
  released: { kind: 'released', icon: 'package-check' },
}

/** A gate as an icon and a word in its colour. */
export function GateChip({ gate }: { gate: LineGate }) {
  const t = useTranslations('payments.gate')
  const { kind, icon } = GATE_LOOK[gate]
  return (
    <Chip data-kind={kind} icon={icon}>
      {t(gate)}
    </Chip>
  )
}

type GateBarProps = { gates: GateSums; total: number; label: string; className?: string }

/** The share of each gate as one bar. Its accessible name has the numbers. */
export function GateBar({ gates, total, label, className }: GateBarProps) {
  const t = useTranslations('payments')
  const parts = GATE_ORDER.filter((gate) => gates[gate].lines > 0)
  const words = parts.map((gate) => t('gateLines', { gate: t(`gate.${gate}`), n: gates[gate].lines }))
  return (
    <div role="img" aria-label={`${label}: ${words.join(', ')}`} className={cx('segments', className)}>
      {parts.map((gate) => (
        <i
          key={gate}
          data-kind={GATE_LOOK[gate].kind}
          className="texture"
          style={{ width: `${(gates[gate].lines / Math.max(total, 1)) * 100}%` }}
        />
      ))}
    </div>
  )
}
