'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button, IconButton } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
import { toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import type { SavedView } from '@/lib/history/views'
import { api } from '@/lib/http/paths'
import { savedViewsQuery } from './queries'
import { filterBody, type HistoryFilters, isSameNarrowing, type Narrowing, NO_HISTORY_FILTERS } from './url'
import type { History } from './use-history'

const SaveView = dynamic(() => loadWithRetry(() => import('./save-view').then((part) => part.SaveView)), {
  ssr: false,
})

const BUILT_IN: { name: 'all' | 'close' | 'failed'; filters: Partial<Narrowing> }[] = [
  { name: 'all', filters: {} },
  { name: 'close', filters: { result: ['close_match'] } },
  { name: 'failed', filters: { result: ['failed'] } },
]

/** The filters of a view, as URL parameters. */
const narrowingOf = ({ filters: { outcome, ...rest } }: SavedView): Narrowing => ({
  ...NO_HISTORY_FILTERS,
  ...rest,
  result: outcome,
})
/** The current filters, as a view stores them. */
const bodyOf = (view: SavedView, filters: HistoryFilters) => ({
  name: view.name,
  shared: view.shared,
  filters: filterBody(filters),
})

/** Views of the history: built-in, own, and shared by others. */
export function SavedViews({ history }: { history: History }) {
  const t = useTranslations('history.view')
  const client = useQueryClient()
  const { data } = useQuery(savedViewsQuery)
  const [saving, setSaving] = useState(false)
  const [asked, setAsked] = useState<SavedView | null>(null)
  const remove = useMutation({
    mutationFn: (id: string) => request(api.savedView(id), { method: 'DELETE' }),
    onError: () => toastError(t('notDeleted')),
    onSettled: () => client.invalidateQueries({ queryKey: savedViewsQuery.queryKey }),
  })
  const isLeaving = (id: string) => remove.isPending && remove.variables === id
  const update = useMutation({
    mutationFn: (view: SavedView) =>
      request(api.savedView(view.id), { method: 'PUT', body: bodyOf(view, history.filters) }),
    onSuccess: () => client.invalidateQueries({ queryKey: savedViewsQuery.queryKey }),
    onError: () => toastError(t('notSaved')),
  })
  const built = BUILT_IN.map(({ name, filters }) => ({
    key: name as string,
    id: '',
    name: t(name),
    filters: { ...NO_HISTORY_FILTERS, ...filters },
    own: null,
  }))
  const saved = (data?.items ?? []).map((view) => ({
    key: view.id,
    id: view.id,
    name: view.name,
    filters: narrowingOf(view),
    own: view.mine ? view : null,
  }))
  const views = [...built, ...saved]
  const same = views.filter(({ filters }) => isSameNarrowing(filters, history.filters))
  const current = same.find(({ id }) => id !== '' && id === history.filters.view) ?? same[0]
  const changed = current
    ? undefined
    : data?.items.find(({ id, mine }) => mine && id === history.filters.view)
  return (
    <section
      aria-label={t('label')}
      className="flex flex-wrap items-center gap-2 px-6 pt-3.5 max-md:px-4 max-md:pt-3"
    >
      {views.map((view) => (
        <span key={view.key} className="filter-pair">
          <button
            type="button"
            className="filter"
            aria-pressed={view === current}
            data-on={view === current}
            onClick={() => history.filter({ ...view.filters, view: view.id })}
          >
            {view.name}
            {changed?.id === view.key && (
              <i className="ml-1.5 size-1.5 rounded-full bg-current" role="img" aria-label={t('changed')} />
            )}
          </button>
          {view.own && view === current && (
            <IconButton
              size="sm"
              icon="trash"
              label={t('delete', { name: view.name })}
              aria-disabled={isLeaving(view.id) || undefined}
              onClick={() => {
                if (isLeaving(view.id)) return
                if (view.own?.shared) return setAsked(view.own)
                remove.mutate(view.id)
              }}
            />
          )}
        </span>
      ))}
      {changed && (
        <Button size="sm" busy={update.isPending} onClick={() => update.mutate(changed)}>
          {t('update')}
        </Button>
      )}
      {!current && (
        <Button size="sm" variant="ghost" onClick={() => setSaving(true)}>
          {t('save')}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && t('ask.title', { name: asked.name })}
        confirmLabel={t('ask.confirm')}
        danger
        onConfirm={() => {
          if (asked) remove.mutate(asked.id)
          setAsked(null)
        }}
      >
        {t('ask.text')}
      </ConfirmDialog>
      {saving && <SaveView history={history} onClose={() => setSaving(false)} />}
    </section>
  )
}
