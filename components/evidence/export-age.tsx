'use client'
import { createContext, type ReactNode, use } from 'react'

const Before = createContext<string | null>(null)

type ExportAgeProps = { maskedBefore: string | null; children: ReactNode }

/** Tells everything below from when on exports may show names; null when they may show all. ISO 8601 in UTC. */
export function ExportAge({ maskedBefore, children }: ExportAgeProps) {
  return <Before value={maskedBefore}>{children}</Before>
}

/** True for what is so old that its files are not given out: they cannot be masked. */
export function useExportMasked(createdAt: string, purgedAt?: string | null): boolean {
  const before = use(Before)
  return before !== null && createdAt < before && !purgedAt
}
