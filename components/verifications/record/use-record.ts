'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverNow } from '@/components/ui/server-now'
import { checkQuery } from '@/components/verifications/desk/queries'
import type { RevealedFields } from '@/lib/verifications/view'

/** How long a page shows revealed values. */
const REVEALED_MS = 5 * 60_000

/** The state of a reveal: until when, how to start and end it. */
export type Reveal = { until: number | null; show: (values: RevealedFields) => void; hide: () => void }
type Shown = { id: string; values: RevealedFields; until: number }

/**
 * The record of a check, with the values this person revealed. Revealed values are kept in component state only, not in
 * the query cache, and are dropped after five minutes or with the record.
 */
export function useRecord(id: string | null) {
  const query = useQuery({ ...checkQuery(id ?? ''), enabled: id !== null })
  const [shown, setShown] = useState<Shown | null>(null)
  const hide = () => setShown(null)
  useEffect(() => {
    if (!shown) return
    if (shown.id !== id) return setShown(null)
    const timer = setTimeout(() => setShown(null), shown.until - serverNow())
    return () => clearTimeout(timer)
  }, [shown, id])
  const show = (values: RevealedFields) => id && setShown({ id, values, until: serverNow() + REVEALED_MS })
  const now = shown?.id === id ? shown : null
  const reveal: Reveal = { until: now?.until ?? null, show, hide }
  return { ...query, record: query.data && { ...query.data, ...now?.values }, reveal }
}
