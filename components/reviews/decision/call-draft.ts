import { serverNow } from '@/components/ui/server-now'
import {
  type CallBack,
  type CallOutcome,
  callTimeProblem,
  isNumber,
  isPerson,
  type NumberSource,
} from '@/lib/reviews/call'

/** The call form as typed; the time is a `datetime-local` value in the browser's time zone. */
export type CallDraft = {
  person: string
  number: string
  numberSource: NumberSource | ''
  calledAt: string
  outcome: CallOutcome | ''
}
export type CallField = keyof CallDraft

export const NO_CALL: CallDraft = { person: '', number: '', numberSource: '', calledAt: '', outcome: '' }

/** Whether there is input that must not get lost. */
export const hasCallInput = ({ person, number }: CallDraft): boolean =>
  person.trim() !== '' || number.trim() !== ''

/** The record from the form, or the fields that are missing or invalid. */
export function readDraft(draft: CallDraft): { call: CallBack } | { wrong: CallField[] } {
  const at = new Date(draft.calledAt)
  const { numberSource, outcome } = draft
  const good: Record<CallField, boolean> = {
    person: isPerson(draft.person),
    number: isNumber(draft.number),
    numberSource: numberSource !== '',
    calledAt: !Number.isNaN(at.getTime()) && callTimeProblem(at.getTime(), serverNow()) === null,
    outcome: outcome !== '',
  }
  const wrong = (Object.keys(good) as CallField[]).filter((field) => !good[field])
  if (wrong.length > 0 || numberSource === '' || outcome === '') return { wrong }
  return {
    call: {
      person: draft.person.trim(),
      number: draft.number.trim(),
      numberSource,
      calledAt: at.toISOString(),
      outcome,
    },
  }
}

/** The form that a record was read from. */
export const callDraftOf = ({ calledAt, ...record }: CallBack): CallDraft => ({
  ...record,
  calledAt: localNow(new Date(calledAt)),
})

/** The current time as a `datetime-local` value. */
export function localNow(now = new Date(serverNow())): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day}T${two(now.getHours())}:${two(now.getMinutes())}`
}

/** The form with one field changed. The first input sets the time of the call. */
export const withCallField = (draft: CallDraft, field: CallField, value: string): CallDraft => ({
  ...draft,
  calledAt: draft.calledAt || localNow(),
  [field]: value,
})
