'use client'
import type { ClipboardEvent } from 'react'
import { judge } from './judge'
import type { Pasted, PasteReading } from './smart-paste'

type Take = (input: HTMLInputElement, pasted: Pasted) => boolean

/** What was pasted and fits neither field. */
export type NotTaken = Exclude<PasteReading, { kind: 'payee' }>

/**
 * Reads what is pasted into a field of the pair, also while the rules for it are still on their way.
 * @param take fills the fields; false: it is pasted as it is
 * @param onElse several rows, or a letter: the field stays as it was
 */
export function usePaste(take: Take, onElse: (pasted: NotTaken) => void) {
  const known = judge.use(false)
  return (event: ClipboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const text = event.clipboardData.getData('text')
    const taken = (rules: typeof known) => {
      const pasted = rules?.readPaste(text)
      if (!pasted) return false
      if (pasted.kind === 'payee') return take(input, pasted)
      onElse(pasted)
      return true
    }
    if (known) {
      if (taken(known)) event.preventDefault()
      return
    }
    event.preventDefault()
    judge.load().then((rules) => {
      if (taken(rules)) return
      input.focus()
      document.execCommand('insertText', false, text)
    })
  }
}
