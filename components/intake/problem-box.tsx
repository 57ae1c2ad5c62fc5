'use client'
import { useMemo } from 'react'
import { ErrorSummary } from '@/components/ui/fields/error-summary'

/**
 * “There is a problem” with these sentences, about one field or none. It takes the focus when the sentences change, not
 * on every render; a new `key` makes it take the focus again.
 */
export function ProblemBox({ texts, field }: { texts: string[]; field?: string }) {
  const all = texts.join('\n')
  const errors = useMemo(
    () => (all === '' ? [] : all.split('\n').map((text) => ({ id: field, text }))),
    [all, field],
  )
  return <ErrorSummary errors={errors} />
}
