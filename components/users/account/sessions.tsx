'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { toast, toastError } from '@/components/ui/messages/toast'
import { Cell, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import { api } from '@/lib/http/paths'
import type { SessionView } from '@/lib/users/account-view'
import { accountQuery } from './queries'

/** Where the person is signed in, with a button to end each session. */
export function Sessions({ sessions }: { sessions: SessionView[] }) {
  const t = useTranslations('account.sessions')
  const refused = useTranslations('shell.refused')
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: (url: string) => request(url, { method: 'DELETE' }),
    onSuccess: () => toast(t('done')),
    onError: () => toastError(refused('retry')),
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
  const isEnding = (url: string) => end.isPending && end.variables === url
  return (
    <div className="grid gap-3">
      <h2 className="text-md">{t('title')}</h2>
      <TableRegion label={t('title')}>
        <Table caption={t('title')} full={false}>
          <thead>
            <tr>
              <HeadCell>{t('device')}</HeadCell>
              <HeadCell>{t('since')}</HeadCell>
              <HeadCell>{t('lastSeen')}</HeadCell>
              <HeadCell>
                <span className="sr-only">{t('actions')}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <RowHeader id={`device-${session.id}`}>{session.device ?? t('unknown')}</RowHeader>
                <Cell id={`since-${session.id}`} quiet>
                  <Time value={session.createdAt} />
                </Cell>
                <Cell quiet>{session.current ? t('current') : <Time value={session.lastSeenAt} />}</Cell>
                <Cell className="text-right">
                  {!session.current && (
                    <Button
                      id={`end-${session.id}`}
                      aria-labelledby={`end-${session.id} device-${session.id} since-${session.id}`}
                      size="sm"
                      busy={isEnding(api.accountSession(session.id))}
                      onClick={() => end.mutate(api.accountSession(session.id))}
                    >
                      {t('end')}
                    </Button>
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableRegion>
      {sessions.length > 1 && (
        <p>
          <Button busy={isEnding(api.accountSessions)} onClick={() => end.mutate(api.accountSessions)}>
            {t('endOthers')}
          </Button>
        </p>
      )}
    </div>
  )
}
