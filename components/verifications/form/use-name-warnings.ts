'use client'
import { useEffect, useState } from 'react'
import type { NameWarning } from '@/lib/names/check'

const NONE: NameWarning[] = []

/**
 * Warnings about a name. The word lists load with the first name that needs them.
 * @param name null to show none
 */
export function useNameWarnings(name: string | null): NameWarning[] {
  const [found, setFound] = useState({ name, warnings: NONE })
  useEffect(() => {
    if (name === null) return
    let late = false
    import('@/lib/names/check')
      .then(({ checkName }) => {
        const verdict = checkName(name)
        if (!late) setFound({ name, warnings: verdict.ok ? verdict.warnings : NONE })
      })
      // without a connection; the next name asks again
      .catch(() => {})
    return () => {
      late = true
    }
  }, [name])
  return found.name === name ? found.warnings : NONE
}
