import { type CallBack, type CallOutcome, callBack, type NumberSource } from '@/lib/reviews/call-back'

/** The form of a call as a person fills it; the time as `datetime-local` gives it, in the time zone of the browser. */
export type CallDraft = {
  person: string
  number: string
  numberSource: NumberSource | ''
  calledAt: string
  outcome: CallOutcome | ''
}
export type CallField = keyof CallDraft

export const NO_CALL: CallDraft = { person: '', number: '', numberSource: '', calledAt: '', outcome: '' }

/** Something was written, so that it must not get lost. */
export const begun = ({ person, number }: CallDraft): boolean => person.trim() !== '' || number.trim() !== ''

/** The record that the form makes, or the fields that are missing or wrong. */
export function readDraft(draft: CallDraft): { call: CallBack } | { wrong: CallField[] } {
  const at = new Date(draft.calledAt)
  const calledAt = Number.isNaN(at.getTime()) ? '' : at.toISOString()
  const parsed = callBack.safeParse({ ...draft, calledAt })
  if (parsed.success) return { call: parsed.data }
  return { wrong: [...new Set(parsed.error.issues.map(({ path }) => path[0] as CallField))] }
}

/** Now, as `datetime-local` writes it. */
export function localNow(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day}T${two(now.getHours())}:${two(now.getMinutes())}`
}

/** The form with one field changed. Who writes while calling need not look at the clock. */
export const changed = (draft: CallDraft, field: CallField, value: string): CallDraft => ({
  ...draft,
  calledAt: draft.calledAt || localNow(),
  [field]: value,
})
