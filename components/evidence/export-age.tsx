'use client'
import { createContext, type ReactNode, use } from 'react'

const Before = createContext<string | null>(null)

type ExportAgeProps = { maskedBefore: string | null; children: ReactNode }

/** Provides the date from which on exports may show names; null when all may. ISO 8601 in UTC. */
export function ExportAge({ maskedBefore, children }: ExportAgeProps) {
  return <Before value={maskedBefore}>{children}</Before>
}

/** True for records whose exports are unavailable because of their age, since files cannot be masked. */
export function useExportMasked(createdAt: string, purgedAt?: string | null): boolean {
  const before = use(Before)
  return before !== null && createdAt < before && !purgedAt
}
