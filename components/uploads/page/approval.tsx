'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Banner } from '@/components/ui/messages/banner'
import { toast, toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { ReasonDialog } from '@/components/ui/overlays/reason-dialog'
import { uploadQuery } from '@/components/uploads/queries'
import { api } from '@/lib/http/paths'
import type { ApprovalInput } from '@/lib/uploads/approval/approval'
import type { UploadView } from '@/lib/uploads/view'

type ApprovalProps = { upload: UploadView; mayApprove: boolean }

/** Why an upload waits for a second person, with the decision buttons for that person. */
export function Approval({ upload, mayApprove }: ApprovalProps) {
  const t = useTranslations('bulk.approval')
  const [asking, setAsking] = useState<'approve' | 'decline' | null>(null)
  const decide = useDecide(upload.id, () => setAsking(null))
  const { approval, createdBy } = upload
  if (!approval) return null
  const values = { credits: approval.credits, name: createdBy.name }
  const action = mayApprove && (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setAsking('decline')}>
        {t('decline')}
      </Button>
      <Button size="sm" variant="primary" onClick={() => setAsking('approve')}>
        {t('approve')}
      </Button>
    </span>
  )
  return (
    <>
      <Banner kind="warning" icon="user-check" title={t('title')} action={action}>
        {approval.causes.map((cause) => t(`cause.${cause}`, values)).join(' ')} {!mayApprove && t('who')}
      </Banner>
      <ConfirmDialog
        open={asking === 'approve'}
        onClose={() => setAsking(null)}
        title={t('approveTitle')}
        confirmLabel={t('approve')}
        busy={decide.isPending}
        onConfirm={() => decide.mutate({ approve: true })}
      >
        {t('approveText', values)}
      </ConfirmDialog>
      {asking === 'decline' && (
        <DeclineDialog busy={decide.isPending} onClose={() => setAsking(null)} onDecline={decide.mutate} />
      )}
    </>
  )
}

type DeclineProps = { busy: boolean; onClose: () => void; onDecline: (input: ApprovalInput) => void }

function DeclineDialog({ busy, onClose, onDecline }: DeclineProps) {
  const t = useTranslations('bulk.approval')
  const words = {
    title: t('declineTitle'),
    text: t('declineText'),
    reason: t('reason'),
    confirm: t('decline'),
  }
  const input = (reason: string) => ({ approve: false as const, reason })
  return (
    <ReasonDialog
      words={words}
      variant="danger"
      busy={busy}
      onClose={onClose}
      onReason={(reason) => onDecline(input(reason))}
    />
  )
}

function useDecide(id: string, onDone: () => void) {
  const t = useTranslations('bulk.approval')
  const refusal = useRefusalText('other')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ApprovalInput) => request<UploadView>(api.uploadApproval(id), { body }),
    onSuccess: (view, { approve }) => {
      client.setQueryData(uploadQuery(id).queryKey, view)
      toast(t(approve ? 'approved' : 'declined'))
      onDone()
    },
    // after a failure the typed reason stays for a retry
    onError: (error) => {
      const late = problemCode(error) === 'not_waiting_for_approval'
      toastError(late ? t('late') : refusal(error))
      client.invalidateQueries({ queryKey: uploadQuery(id).queryKey })
      if (late) onDone()
    },
  })
}
