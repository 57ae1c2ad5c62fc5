'use client'
import { useEffect, useState } from 'react'
import type { EnvironmentName } from '@/lib/http/paths'
import { SEARCH_MS, useDebounced } from './use-debounced'

type SearchedList = 'history' | 'review'
const storeOf = (list: SearchedList, environment: EnvironmentName) => `accord.${list}.search.${environment}`

/**
 * The search text of a list: kept in this tab, sent in a body, never in a URL. @returns the typed text, the debounced
 * text, and the setter
 */
export function useSearchText(list: SearchedList, environment: EnvironmentName) {
  const [typed, setTyped] = useState('')
  const [text, setText] = useDebounced(typed.trim(), SEARCH_MS)
  useEffect(() => {
    const kept = sessionStorage.getItem(storeOf(list, environment)) ?? ''
    setTyped(kept)
    setText(kept)
  }, [list, environment, setText])
  const type = (next: string) => {
    sessionStorage.setItem(storeOf(list, environment), next)
    setTyped(next)
  }
  return { typed, text, type, searchNow: () => setText(typed.trim()) }
}
