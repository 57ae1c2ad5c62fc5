'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, problemCode, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button } from '@/components/ui/button'
import { bidiIsolate, toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { TypedConfirmDialog } from '@/components/ui/overlays/typed-confirm-dialog'
import type { ConnectionView } from '@/lib/connections/view'
import { adminApi } from '@/lib/http/admin-paths'
import { connectionsQuery } from './queries'

type InactiveAction = 'use' | 'delete'

/** Actions for an inactive connection: make it active, or delete it. */
export function InactiveActions({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections')
  const [asked, setAsked] = useState<InactiveAction | null>(null)
  const act = useOtherAct(connection, (ended) => setAsked((now) => (now === ended ? null : now)))
  const questionOf = (action: InactiveAction) => ({
    open: true,
    onClose: () => setAsked(null),
    title: t(`${action}.title`, { name: connection.name }),
    confirmLabel: t(`${action}.confirm`),
    busy: act.isPending,
    onConfirm: () => act.mutate(action),
  })
  return (
    <>
      <Button icon="arrow-right-left" onClick={() => setAsked('use')}>
        {t('use.button')}
      </Button>
      <Button icon="trash" onClick={() => setAsked('delete')}>
        {t('delete.button')}
      </Button>
      {asked === 'use' && <ConfirmDialog {...questionOf(asked)}>{t('use.text')}</ConfirmDialog>}
      {asked === 'delete' && (
        <TypedConfirmDialog {...questionOf(asked)} danger word={connection.name}>
          {t('delete.text')}
        </TypedConfirmDialog>
      )}
    </>
  )
}

function useOtherAct({ id, name }: ConnectionView, onEnd: (act: InactiveAction) => void) {
  const t = useTranslations('connections')
  const client = useQueryClient()
  const refused = useRefusalWords('connections.problem')
  const words = (error: unknown) => {
    const values = error instanceof Problem ? { uploads: 0, checks: 0, ...error.body } : {}
    return refused(problemCode(error), values as Record<string, number>)
  }
  return useMutation({
    mutationFn: (act: InactiveAction) =>
      act === 'use'
        ? request(adminApi.connectionUse(id), { method: 'POST' })
        : request(adminApi.connection(id), { method: 'DELETE', body: { name } }),
    onSuccess: (_answer, act) => toast(t(`${act}.done`, { name: bidiIsolate(name) })),
    onError: (error) => toastError(words(error)),
    onSettled: (_answer, _error, act) => {
      onEnd(act)
      client.invalidateQueries({ queryKey: connectionsQuery.queryKey })
    },
  })
}
