'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import type { ConnectionView } from '@/lib/connections/view'
import { adminApi } from '@/lib/http/admin-paths'
import { connectionsQuery } from './queries'

/** Restores the replaced secret while it is kept. */
export function RestoreSecret({ connection, until }: { connection: ConnectionView; until: string }) {
  const t = useTranslations('connections')
  const words = useRefusalWords('connections.problem')
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const back = useMutation({
    mutationFn: () => request<ConnectionView>(adminApi.connectionSecret(connection.id), { method: 'DELETE' }),
    onSuccess: () => toast(t('back.done')),
    onError: (error) => toastError(words(problemCode(error))),
    onSettled: () => {
      setAsked(false)
      client.invalidateQueries({ queryKey: connectionsQuery.queryKey })
    },
  })
  return (
    <div className="mt-3.5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-border pt-3.5 text-fg-muted">
      <span>{t.rich('back.text', { date: () => <Time value={until} /> })}</span>
      <Button size="sm" onClick={() => setAsked(true)}>
        {t('back.button')}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('back.title')}
        confirmLabel={t('back.confirm')}
        busy={back.isPending}
        onConfirm={() => back.mutate()}
      >
        {t('back.question')}
      </ConfirmDialog>
    </div>
  )
}
