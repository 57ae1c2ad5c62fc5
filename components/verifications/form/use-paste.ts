'use client'
import type { ClipboardEvent } from 'react'
import { type Pasted, type PasteReading, readPaste } from './smart-paste'

type AcceptPaste = (input: HTMLInputElement, pasted: Pasted) => boolean

/** A paste that fits neither field. */
export type UnusedPaste = Exclude<PasteReading, { kind: 'payee' }>

/**
 * Handles a paste into a field of the pair.
 * @param take fills the fields; false: paste it unchanged
 * @param onElse several rows, or a letter: the field does not change
 */
export function usePaste(take: AcceptPaste, onElse: (pasted: UnusedPaste) => void) {
  return (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = readPaste(event.clipboardData.getData('text'))
    if (!pasted) return
    if (pasted.kind !== 'payee') onElse(pasted)
    else if (!take(event.currentTarget, pasted)) return
    event.preventDefault()
  }
}
