'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { LineList, SectionHead } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { adminApi } from '@/lib/http/admin-paths'
import { pages } from '@/lib/http/paths'
import type { Hold } from '@/lib/retention/view'
import { HoldDialog } from './hold-dialog'
import { erasuresQuery, retentionQuery } from './queries'

/** What is kept beyond its period, and why. */
export function LegalHolds({ holds }: { holds: Hold[] }) {
  const t = useTranslations('retention.hold')
  const refusal = useRefusalText('not_saved')
  const id = useId()
  const [adding, setAdding] = useState(false)
  const [releasing, setReleasing] = useState<Hold | null>(null)
  const client = useQueryClient()
  const release = useMutation({
    mutationFn: (hold: string) => request(adminApi.legalHold(hold), { method: 'DELETE' }),
    onError: (error) => toastError(refusal(error)),
    onSettled: (_data, _error, hold) => {
      setReleasing((now) => (now?.id === hold ? null : now))
      // an erasure that the hold had stopped can be resumed
      client.invalidateQueries({ queryKey: erasuresQuery.queryKey })
      return client.invalidateQueries({ queryKey: retentionQuery.queryKey })
    },
  })
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={t('title', { count: holds.length })}>
        <Button size="sm" icon="plus" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </SectionHead>
      <p className="text-fg-muted">{t('log')}</p>
      {holds.length === 0 ? (
        <p className="text-fg-muted">{t('none')}</p>
      ) : (
        <LineList aria-labelledby={id} className="*:gap-3 *:py-2.5 *:wrap-anywhere">
          {holds.map((hold) => (
            <li key={hold.id}>
              <div className="min-w-0 flex-1">
                <p id={`hold-${hold.id}`}>
                  <HeldThing hold={hold} />
                </p>
                <p className="text-fg-muted">
                  {hold.reason} · {hold.placedBy}, <Time value={hold.placedAt} />
                </p>
              </div>
              <Button size="sm" aria-describedby={`hold-${hold.id}`} onClick={() => setReleasing(hold)}>
                {t('release')}
              </Button>
            </li>
          ))}
        </LineList>
      )}
      {adding && <HoldDialog onClose={() => setAdding(false)} />}
      {releasing && (
        <ConfirmDialog
          open
          onClose={() => setReleasing(null)}
          title={t('releaseTitle')}
          confirmLabel={t('release')}
          busy={release.isPending}
          onConfirm={() => release.mutate(releasing.id)}
        >
          {t('releaseText')}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** What a legal hold covers. */
export function HeldThing({ hold }: { hold: Hold }) {
  const t = useTranslations('retention.hold')
  if (hold.subject)
    return (
      <>
        {t(`on.${hold.subject.kind}`)} <b translate="no">{hold.subject.value}</b>
      </>
    )
  const on = hold.on === 'upload' ? 'upload' : 'verification'
  const href =
    on === 'upload' ? pages.upload(hold.objectId ?? '') : pages.historyItem('live', hold.objectId ?? '')
  return (
    <>
      {t(`on.${on}`)}{' '}
      <Link href={href}>
        <span translate="no">{hold.fileName ?? hold.objectId}</span>
      </Link>
    </>
  )
}
