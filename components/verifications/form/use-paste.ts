'use client'
import type { ClipboardEvent } from 'react'
import { judge } from './judge'
import type { Pasted } from './smart-paste'

type Take = (input: HTMLInputElement, pasted: Pasted) => boolean

/**
 * Reads what is pasted into a field of the pair, also while the rules for it are still on their way.
 * @param take fills the fields; false: it is pasted as it is
 */
export function usePaste(take: Take) {
  const known = judge.use(false)
  return (event: ClipboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const text = event.clipboardData.getData('text')
    const taken = (rules: typeof known) => {
      const pasted = rules?.readPaste(text)
      return pasted ? take(input, pasted) : false
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
