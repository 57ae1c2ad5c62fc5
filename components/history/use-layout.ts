'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { toastError } from '@/components/ui/toast'
import { DEFAULT_LAYOUT, type HistoryLayout } from '@/lib/history/layout'
import { api } from '@/lib/http/paths'
import { layoutQuery } from './queries'

/** Columns and density of this person. A change applies immediately and is stored on the server. */
export function useLayout() {
  const t = useTranslations('exports.columns')
  const client = useQueryClient()
  const { data: kept = DEFAULT_LAYOUT } = useQuery(layoutQuery)
  // a ticked box must update in the same frame, and the query cache notifies later
  const [chosen, setChosen] = useState<HistoryLayout | null>(null)
  const { mutate } = useMutation({
    scope: { id: 'history-layout' },
    mutationFn: (next: HistoryLayout) => request(api.historyLayout, { method: 'PUT', body: next }),
    onError: () => {
      toastError(t('notSaved'))
      setChosen(null)
      return client.invalidateQueries({ queryKey: layoutQuery.queryKey })
    },
  })
  const set = (next: HistoryLayout) => {
    setChosen(next)
    client.setQueryData(layoutQuery.queryKey, next)
    mutate(next)
  }
  return { layout: chosen ?? kept, set }
}
