import type { CutPlan } from './line'
import { cutAt, isLonger } from './name-cap'

/** Which file a line goes into. `gone`: into neither, because it was released earlier. */
export type LineDestination = 'released' | 'held' | 'gone'

/**
 * Returns a function from a line's number to the file that it goes into.
 * @param lines how many lines the file has
 * @throws Error if the plan names a line that the file doesn't have, or a line twice
 */
export function lineDestinations(
  { released, gone }: CutPlan,
  lines: number,
): (number: number) => LineDestination {
  const destinations: LineDestination[] = []
  for (const [destination, numbers] of [['released', released] as const, ['gone', gone] as const]) {
    for (const number of numbers) {
      if (number < 1 || number > lines) throw new Error(`the file has no line ${number}`)
      if (destinations[number]) throw new Error(`line ${number} is planned twice`)
      destinations[number] = destination
    }
  }
  return (number) => destinations[number] ?? 'held'
}

/**
 * The names of released lines as they are written: on one line, and at most as long as the cap. `shortened`: the cut
 * ones.
 */
export function writtenNames(plan: CutPlan): { names: Map<number, string>; shortened: [number, string][] } {
  const leaves = new Set(plan.released)
  const names = new Map<number, string>()
  const shortened: [number, string][] = []
  for (const [number, name] of plan.names) {
    if (!leaves.has(number)) continue
    const written = cutAt(name, plan.nameCap)
    names.set(number, written)
    if (isLonger(name, plan.nameCap)) shortened.push([number, written])
  }
  return { names, shortened }
}
