'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Textarea } from '@/components/ui/fields/input'
import { bidiIsolate, toastError } from '@/components/ui/messages/toast'
import { Dialog } from '@/components/ui/overlays/dialog'
import { api } from '@/lib/http/paths'
import type { ReviewItem } from '@/lib/reviews/view'

/** Takes over an item claimed by another person, with a reason in the timeline. A claim expires after ten minutes. */
export function TakeOver({ item, desk }: { item: ReviewItem; desk: Desk }) {
  const t = useTranslations('review')
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const take = useMutation({
    mutationFn: () => request(api.reviewTakeOver(item.id), { body: { reason: reason.trim() } }),
    onSuccess: () => setOpen(false),
    onError: (error) => {
      if (problemCode(error) === 'not_claimed') return setOpen(false) // it is free by now
      toastError(t('failed.other', { name: bidiIsolate(item.name) }))
    },
    onSettled: desk.refresh,
  })
  const footer = (
    <>
      <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
      <Button
        variant="primary"
        busy={take.isPending}
        onClick={() => (reason.trim() ? take.mutate() : setMissing(true))}
      >
        {t('takeOver.button')}
      </Button>
    </>
  )
  return (
    <>
      <Button size="sm" className="ml-auto" onClick={() => setOpen(true)}>
        {t('takeOver.button')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('takeOver.title')}
        description={t('takeOver.text', { name: item.claimedBy?.name ?? '' })}
        footer={footer}
      >
        <Field className="mt-4" label={t('takeOver.why')} error={missing && t('noteMissing')}>
          <Textarea
            rows={2}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </Dialog>
    </>
  )
}
