'use client'
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { toastError } from '@/components/ui/messages/toast'

type SavedLayoutProps = { queryKey: QueryKey; url: string; enabled?: boolean }

/**
 * A choice of columns that the server stores with the person. A change applies immediately; when it can’t be stored, a
 * message says so and the stored layout returns.
 */
export function useSavedLayout<Layout>({ queryKey, url, enabled = true }: SavedLayoutProps) {
  const t = useTranslations('exports.columns')
  const client = useQueryClient()
  const { data: kept } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request<Layout>(url, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  // a ticked box must update in the same frame, and the query cache notifies later
  const [chosen, setChosen] = useState<Layout | null>(null)
  const { mutate } = useMutation({
    scope: { id: url },
    mutationFn: (next: Layout) => request(url, { method: 'PUT', body: next }),
    onSuccess: (_, next) => client.setQueryData(queryKey, next),
    onError: (_, refused) => {
      toastError(t('notSaved'))
      // a newer choice is still being stored
      setChosen((now) => (now === refused ? null : now))
    },
  })
  const set = (next: Layout) => {
    setChosen(next)
    mutate(next)
  }
  return { layout: chosen ?? kept, set }
}
