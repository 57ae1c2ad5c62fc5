'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button, IconButton } from '@/components/ui/button'
import { toastError } from '@/components/ui/toast'
import { api } from '@/lib/http/paths'
import type { SavedView } from '@/lib/verifications/views'
import { savedViewsQuery } from './queries'
import { SaveView } from './save-view'
import { filterBody, type Narrowing, NO_FILTERS } from './url'
import type { History } from './use-history'

const BUILT_IN: { name: 'all' | 'close' | 'failed'; filters: Partial<Narrowing> }[] = [
  { name: 'all', filters: {} },
  { name: 'close', filters: { result: ['close_match'] } },
  { name: 'failed', filters: { result: ['failed'] } },
]

/** The filters that a view stands for, in the form of the address. */
const narrowingOf = ({ filters: { outcome, ...rest } }: SavedView): Narrowing => ({
  ...NO_FILTERS,
  ...rest,
  result: outcome,
})
const same = (a: Narrowing, b: Narrowing) => {
  const text = (given: Narrowing) =>
    JSON.stringify(Object.entries(filterBody({ ...given, after: '', open: '' })).sort())
  return text(a) === text(b)
}

/** Views over the history: the built-in ones, own ones, those shared by others. */
export function SavedViews({ history }: { history: History }) {
  const t = useTranslations('history.view')
  const client = useQueryClient()
  const { data } = useQuery(savedViewsQuery)
  const [saving, setSaving] = useState(false)
  const remove = useMutation({
    mutationFn: (id: string) => request(api.savedView(id), { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: savedViewsQuery.queryKey }),
    onError: () => toastError(t('notSaved')),
  })
  const built = BUILT_IN.map(({ name, filters }) => ({
    key: name as string,
    name: t(name),
    filters: { ...NO_FILTERS, ...filters },
    mine: false,
  }))
  const saved = (data?.items ?? []).map((view) => ({
    key: view.id,
    name: view.name,
    filters: narrowingOf(view),
    mine: view.mine,
  }))
  const views = [...built, ...saved]
  const current = views.find(({ filters }) => same(filters, history.filters))
  return (
    <section aria-label={t('label')} className="history-views">
      {views.map((view) => (
        <span key={view.key} className="filter-pair">
          <button
            type="button"
            className="filter"
            aria-pressed={view === current}
            data-on={view === current}
            onClick={() => history.filter(view.filters)}
          >
            {view.name}
          </button>
          {view.mine && view === current && (
            <IconButton
              size="sm"
              icon={Trash2}
              label={t('delete', { name: view.name })}
              onClick={() => remove.mutate(view.key)}
            />
          )}
        </span>
      ))}
      {!current && (
        <Button size="sm" variant="ghost" onClick={() => setSaving(true)}>
          {t('save')}
        </Button>
      )}
      {saving && <SaveView filters={history.filters} onClose={() => setSaving(false)} />}
    </section>
  )
}
