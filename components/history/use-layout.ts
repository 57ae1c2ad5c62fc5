'use client'
import { useSavedLayout } from '@/components/exports/use-saved-layout'
import { DEFAULT_LAYOUT, type HistoryLayout } from '@/lib/history/layout'
import { api } from '@/lib/http/paths'
import { layoutQuery } from './queries'

/** Columns and density of this person. */
export function useLayout() {
  const { queryKey } = layoutQuery
  const { layout = DEFAULT_LAYOUT, set } = useSavedLayout<HistoryLayout>({ queryKey, url: api.historyLayout })
  return { layout, set }
}
