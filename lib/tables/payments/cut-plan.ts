import type { CutPlan } from './line'
import { cutAt, isLonger } from './name-cap'

/** Where a line goes; `gone`: it left earlier. */
export type Fate = 'released' | 'held' | 'gone'

/** Where each line of a file goes. Throws for a plan that names other lines, or one twice. */
export function fatesOf({ released, gone }: CutPlan, lines: number): (number: number) => Fate {
  const fates: Fate[] = []
  for (const [fate, numbers] of [['released', released] as const, ['gone', gone] as const]) {
    for (const number of numbers) {
      if (number < 1 || number > lines) throw new Error(`the file has no line ${number}`)
      if (fates[number]) throw new Error(`line ${number} is planned twice`)
      fates[number] = fate
    }
  }
  return (number) => fates[number] ?? 'held'
}

/** The names of a plan as they are written: on one line, and cut at the cap. */
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
