// Statistics and verdicts of the benchmarks.

/** @returns the value below which this share of the values lies; NaN without values */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

export const median = (values: number[]): number => percentile(values, 0.5)

type Goal = { max?: number; min?: number }

/** Prints a figure with its goal and verdict. @returns whether it meets the goal, which is inclusive */
export function printFigure(name: string, value: number, { max, min }: Goal = {}, note = ''): boolean {
  const goal = max !== undefined ? `at most ${max}` : min !== undefined ? `at least ${min}` : 'no goal'
  const met = (max === undefined || value <= max) && (min === undefined || value >= min)
  const verdict = max === undefined && min === undefined ? '' : met ? ' met' : ' NOT MET'
  console.log(
    `  ${name.padEnd(44)} ${value.toFixed(2).padStart(8)}  (${goal})${verdict}${note && `  ${note}`}`,
  )
  return met
}

/** Prints figures with an upper limit each. @returns the exit code: 1 when one exceeds its limit */
export const printLimits = (figures: [name: string, value: number, max: number][]): number =>
  figures.map(([name, value, max]) => printFigure(name, value, { max })).every(Boolean) ? 0 : 1
