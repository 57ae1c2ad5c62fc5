import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { toastError } from '@/components/ui/toast'
import { ALL_CHANGE_COLUMNS, CHANGE_COLUMNS, type ChangeLayout } from '@/lib/exports/change-columns'
import { api } from '@/lib/http/paths'
import { ColumnList } from './column-list'

/** The columns of lists of changes. A change is stored immediately, with the person. */
export function ChangeColumnsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('exports.changesLayout')
  const label = useTranslations('exports.changes')
  const { layout, set } = useChangeLayout(open)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t('text')}
      footer={
        <>
          <Button onClick={() => set(ALL_CHANGE_COLUMNS)}>{t('reset')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className="mt-4">
        {layout && (
          <ColumnList all={CHANGE_COLUMNS} fixed="newName" layout={layout} labelOf={label} onChange={set} />
        )}
      </div>
    </Dialog>
  )
}

const QUERY_KEY = ['change-list-layout'] as const

function useChangeLayout(enabled: boolean) {
  const t = useTranslations('exports.columns')
  const client = useQueryClient()
  const { data: kept } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => request<ChangeLayout>(api.changeLayout, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  // a ticked box must update in the same frame, and the query cache notifies later
  const [chosen, setChosen] = useState<ChangeLayout | null>(null)
  const { mutate } = useMutation({
    scope: { id: 'change-list-layout' },
    mutationFn: (next: ChangeLayout) => request(api.changeLayout, { method: 'PUT', body: next }),
    onError: () => {
      toastError(t('notSaved'))
      setChosen(null)
      return client.invalidateQueries({ queryKey: QUERY_KEY })
    },
  })
  const set = (next: ChangeLayout) => {
    setChosen(next)
    client.setQueryData(QUERY_KEY, next)
    mutate(next)
  }
  return { layout: chosen ?? kept, set }
}
