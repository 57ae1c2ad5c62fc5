'use client'
import { useRef, useState } from 'react'
import type { SandboxResult } from '@/lib/upstream/contract'

export type CheckDraft = {
  iban: string
  name: string
  reference: string
  purpose: string
  note: string
  sandboxResult: SandboxResult
}
export type DraftField = keyof CheckDraft

const EMPTY: CheckDraft = { iban: '', name: '', reference: '', purpose: '', note: '', sandboxResult: 'match' }

/**
 * The form's values. The IBAN field keeps its own text (so that Ctrl Z works) and reports it here; `version` increases
 * when the whole form is filled or cleared by code.
 */
export function useDraft(initial: Partial<CheckDraft>, onEdit: () => void) {
  const [values, setValues] = useState<CheckDraft>({ ...EMPTY, ...initial })
  const [version, setVersion] = useState(0)
  const [touched, setTouched] = useState<Partial<Record<DraftField, boolean>>>({})
  const refs = {
    iban: useRef<HTMLInputElement>(null),
    name: useRef<HTMLInputElement>(null),
    button: useRef<HTMLButtonElement>(null),
  }
  const set = (changed: Partial<CheckDraft>) => {
    setValues((before) => ({ ...before, ...changed }))
    onEdit()
  }
  return {
    values,
    version,
    touched,
    refs,
    set,
    touch: (...fields: DraftField[]) =>
      setTouched((before) => ({ ...before, ...Object.fromEntries(fields.map((field) => [field, true])) })),
    /** Fills the whole form without dropping the result that belongs to it. */
    fill: (next: Partial<CheckDraft>) => {
      setValues({ ...EMPTY, sandboxResult: values.sandboxResult, ...next })
      setTouched({})
      setVersion((before) => before + 1)
    },
  }
}
export type DraftHandle = ReturnType<typeof useDraft>
