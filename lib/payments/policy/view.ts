import type { GateVerdict } from '@/lib/payments/gate/gate'

/** A line whose gate another policy would change. No name and no IBAN. */
export type PolicyChange = {
  run: string
  fileName: string
  line: number
  /** it left already, and is judged as of then */
  released: boolean
  from: GateVerdict
  to: GateVerdict
}

/** What another policy would do with past runs, newest first. */
export type DryRun = {
  runs: number
  lines: number
  changed: number
  /** the first of them */
  changes: PolicyChange[]
  /** false: older lines were not looked at */
  complete: boolean
}
