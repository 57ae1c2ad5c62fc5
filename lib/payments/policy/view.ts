import type { GateVerdict } from '@/lib/payments/gate/gate'

/** A line whose gate or reason another policy would change. It holds no name and no IBAN. */
export type PolicyChange = {
  run: string
  fileName: string
  line: number
  /** it is released, and judged as of its release */
  released: boolean
  from: GateVerdict
  to: GateVerdict
}

/** What another policy would change in past runs, newest first. */
export type DryRun = {
  runs: number
  lines: number
  changed: number
  /** the first 500 changed lines */
  changes: PolicyChange[]
  /** false: there are older lines, which were not judged */
  complete: boolean
}
