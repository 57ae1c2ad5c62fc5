import { Problem } from '@/components/live/request'

/** The code of a refusal, for `attempts.problem`: that of a field, else of the whole. For a wrong batch, what differs. */
export function problemKey(error: unknown): string {
  if (!(error instanceof Problem)) return 'other'
  if (error.code === 'attach_mismatch') {
    const differs = Array.isArray(error.body.differs) ? error.body.differs : []
    if (differs.length > 1) return 'mismatch_both'
    if (differs[0] === 'id') return 'mismatch_id'
    return differs[0] === 'time' ? 'mismatch_time' : 'mismatch_items'
  }
  return error.errors[0]?.code ?? error.code
}
