'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { bidiIsolate, toastError } from '@/components/ui/messages/toast'
import { ReasonDialog } from '@/components/ui/overlays/reason-dialog'
import { api } from '@/lib/http/paths'
import { MAX_NOTE_LENGTH } from '@/lib/reviews/reasons'
import type { ReviewItem } from '@/lib/reviews/view'

/** Takes over an item claimed by another person, with a reason in the timeline. A claim expires after ten minutes. */
export function TakeOver({ item, desk }: { item: ReviewItem; desk: Desk }) {
  const t = useTranslations('review')
  const common = useCommonRefusal()
  const [open, setOpen] = useState(false)
  const take = useMutation({
    mutationFn: (reason: string) => request(api.reviewTakeOver(item.id), { body: { reason } }),
    onSuccess: () => setOpen(false),
    onError: (error) => {
      const code = problemCode(error)
      if (code === 'not_claimed') return setOpen(false) // it is free by now
      const why = code === 'too_many_take_overs' ? 'takeOver.tooMany' : 'failed.other'
      toastError(common(error) ?? t(why, { name: bidiIsolate(item.name) }))
    },
    onSettled: desk.refresh,
  })
  return (
    <>
      <Button size="sm" className="ml-auto" onClick={() => setOpen(true)}>
        {t('takeOver.button')}
      </Button>
      {open && (
        <ReasonDialog
          words={{
            title: t('takeOver.title'),
            text: t('takeOver.text', { name: item.claimedBy?.name ?? '' }),
            reason: t('reasonLabel'),
            confirm: t('takeOver.button'),
          }}
          variant="primary"
          busy={take.isPending}
          longest={MAX_NOTE_LENGTH}
          onClose={() => setOpen(false)}
          onReason={take.mutate}
        />
      )}
    </>
  )
}
