'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { checkQuery } from '@/components/verifications/desk/queries'
import { api } from '@/lib/http/paths'
import type { VerificationView } from '@/lib/verifications/view'
import type { Reader } from './reader'

/** A check that was not sent because too many names were checked on its IBAN; a second person may release it. */
export function HeldBack({ record, me }: { record: VerificationView; me: Reader }) {
  const t = useTranslations('heldBack')
  if (record.problemCode !== 'second_person_required') return null
  const { nameAllowed } = record
  if (nameAllowed)
    return (
      <Banner icon="user-check">
        {t.rich('allowed', { name: nameAllowed.by.name, time: () => <Time value={nameAllowed.at} /> })}
      </Banner>
    )
  const mine = record.requestedBy.id === me.id
  return (
    <Banner kind="warning" action={me.mayDecide && !mine && <Allow record={record} />}>
      {t(mine ? 'mine' : 'others')}
    </Banner>
  )
}

function Allow({ record }: { record: VerificationView }) {
  const t = useTranslations('heldBack')
  const refused = useCommonRefusal()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const allow = useMutation({
    mutationFn: () => request<VerificationView>(api.verificationAllowName(record.id), { method: 'POST' }),
    onSuccess: (allowed) => {
      client.setQueryData(checkQuery(record.id).queryKey, allowed)
      toast(t('done'))
    },
    onError: (error) =>
      toastError(refused(error) ?? t(problemCode(error) === 'four_eyes' ? 'four_eyes' : 'failed')),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('title')}
        confirmLabel={t('button')}
        busy={allow.isPending}
        onConfirm={() => allow.mutate()}
      >
        {t('text', { name: record.requestedBy.name })}
      </ConfirmDialog>
    </>
  )
}
