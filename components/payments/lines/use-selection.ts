'use client'
import { useCallback, useMemo, useState } from 'react'
import { CLEARED_REASON, CONFIRMATION_KINDS, type ConfirmationKind } from '@/lib/payments/gate/gate'
import { RELEASABLE_GATES } from '@/lib/payments/gate/gate-of'
import { type LineView, MAX_NAMED_LINES, type RunView } from '@/lib/payments/view'

/** The confirmation that a held line needs. */
const confirmationOf = ({ reason }: LineView): ConfirmationKind | undefined =>
  CONFIRMATION_KINDS.find((kind) => CLEARED_REASON[kind] === reason)

/**
 * The lines selected for a release or a confirmation, at most as many as one request can name. They stay selected when
 * they are not on screen.
 * @param now the newest state of a line, if it is loaded
 */
export function useLineSelection(
  now: (number: number) => LineView | undefined,
  { release: mayRelease, confirm: mayConfirm }: RunView['may'],
) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, LineView>>(new Map())
  const lines = useMemo(
    () => [...chosen.values()].map((line) => now(line.number) ?? line).sort((a, b) => a.number - b.number),
    [now, chosen],
  )
  const canJoin = useCallback(
    (line: LineView) =>
      (mayRelease && RELEASABLE_GATES.includes(line.gate)) ||
      (mayConfirm && confirmationOf(line) !== undefined),
    [mayRelease, mayConfirm],
  )
  const toggle = useCallback(
    (line: LineView): boolean => {
      if (!canJoin(line)) return false
      setChosen((before) => {
        const next = new Map(before)
        if (!next.delete(line.number) && next.size < MAX_NAMED_LINES) next.set(line.number, line)
        return next
      })
      return true
    },
    [canJoin],
  )
  return {
    possible: mayRelease || mayConfirm,
    lines,
    leaving: lines.filter(({ gate }) => RELEASABLE_GATES.includes(gate)),
    toConfirm: (kind: ConfirmationKind) => lines.filter((line) => confirmationOf(line) === kind),
    has: (number: number) => chosen.has(number),
    canJoin,
    toggle,
    drop: (numbers: readonly number[]) =>
      setChosen((before) => new Map([...before].filter(([number]) => !numbers.includes(number)))),
    clear: () => setChosen(new Map()),
  }
}
