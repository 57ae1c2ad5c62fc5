'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
import { Empty } from '@/components/ui/messages/empty'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { adminApi } from '@/lib/http/admin-paths'
import type { BankProfileView } from '@/lib/payments/profiles/schema'
import { ProfileCard } from './profile-card'
import { profilesQuery } from './queries'

const ProfileDialog = dynamic(
  () => loadWithRetry(() => import('./profile-dialog').then((part) => part.ProfileDialog)),
  { ssr: false },
)

/** The admin page of the profiles of the payer's banks. */
export function Profiles() {
  const t = useTranslations('paymentAdmin.profiles')
  const { data } = useQuery(profilesQuery)
  // a new key each time the dialog opens, so that its form starts from the saved values
  const [editing, setEditing] = useState<{ key: number; profile: BankProfileView | null } | null>(null)
  const [open, setOpen] = useState(false)
  const [leaving, setLeaving] = useState<BankProfileView | null>(null)
  const remove = useRemove()
  const edit = (profile: BankProfileView | null) => {
    setEditing({ key: (editing?.key ?? 0) + 1, profile })
    setOpen(true)
  }
  const add = (
    <Button size="sm" icon="plus" compact onClick={() => edit(null)}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} meta={t('lead')} actions={add}>
      <div className="grid max-w-5xl gap-4 px-6 pt-3.5 pb-8 max-md:px-4">
        {data?.items.map((profile) => (
          <ProfileCard
            key={profile.id}
            profile={profile}
            onEdit={() => edit(profile)}
            onRemove={() => setLeaving(profile)}
          />
        ))}
        {data?.items.length === 0 && <Empty title={t('empty.title')}>{t('empty.text')}</Empty>}
      </div>
      {editing && (
        <ProfileDialog
          key={editing.key}
          profile={editing.profile}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('remove.title', { name: leaving?.name ?? '' })}
        confirmLabel={t('remove.confirm')}
        danger
        onConfirm={() => {
          if (leaving) remove.mutate(leaving.id)
          setLeaving(null)
        }}
      >
        {t('remove.text')}
      </ConfirmDialog>
    </Page>
  )
}

function useRemove() {
  const t = useTranslations('paymentAdmin.profiles')
  const refused = useCommonRefusal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(adminApi.bankProfile(id), { method: 'DELETE' }),
    onSuccess: () => toast(t('remove.done')),
    onError: (error) => toastError(refused(error) ?? t('notSaved')),
    onSettled: () => client.invalidateQueries({ queryKey: profilesQuery.queryKey }),
  })
}
