'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { LineList } from '@/components/ui/layout'
import { Banner } from '@/components/ui/messages/banner'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { adminApi } from '@/lib/http/admin-paths'
import type { Restore } from '@/lib/platform/restores.server'
import type { Hold, RetentionView } from '@/lib/retention/view'
import { HeldThing } from './legal-holds'
import { erasuresQuery, retentionQuery } from './queries'

type RestoreBannerProps = { restore: Restore; holds: Hold[] }

/** After a restore, nothing is deleted or erased until an admin has confirmed here that the legal holds are complete. */
export function RestoreBanner({ restore, holds }: RestoreBannerProps) {
  const t = useTranslations('retention.restore')
  const refusal = useRefusalText('retry')
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const confirm = useMutation({
    mutationFn: () => request<RetentionView>(adminApi.legalHoldsConfirm, { body: {} }),
    onSuccess: (view) => {
      client.setQueryData(retentionQuery.queryKey, view)
      toast(t('confirmed'))
    },
    onError: (error) => toastError(refusal(error)),
    onSettled: () => {
      setOpen(false)
      return client.invalidateQueries({ queryKey: erasuresQuery.queryKey })
    },
  })
  return (
    <>
      <Banner
        kind="warning"
        title={t('title')}
        action={
          <Button size="sm" onClick={() => setOpen(true)}>
            {t('open')}
          </Button>
        }
      >
        {t('text')}
      </Banner>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('question')}
        confirmLabel={t('complete')}
        busy={confirm.isPending}
        onConfirm={() => confirm.mutate()}
      >
        <div className="grid gap-3">
          <p>
            {t.rich('when', {
              made: () => <Time value={restore.madeAt} form="full" />,
              restored: () => <Time value={restore.restoredAt} form="full" />,
            })}
          </p>
          <p>{t('holds', { count: holds.length })}</p>
          {holds.length > 0 && (
            <LineList aria-label={t('list')} className="*:py-1.5 *:wrap-anywhere">
              {holds.map((hold) => (
                <li key={hold.id}>
                  <p className="min-w-0">
                    <HeldThing hold={hold} /> · {hold.reason}
                  </p>
                </li>
              ))}
            </LineList>
          )}
          <p>{t('afterwards')}</p>
        </div>
      </ConfirmDialog>
    </>
  )
}
