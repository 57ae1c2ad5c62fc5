'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EvidenceButtons } from '@/components/evidence/evidence-buttons'
import { problemCode } from '@/components/live/request'
import { requestOnce } from '@/components/live/request-once'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Button, ButtonLink } from '@/components/ui/button'
import { toastError } from '@/components/ui/messages/toast'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import { useGo } from '@/components/ui/overlays/use-go'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { useCopyLink } from '@/components/verifications/use-copy-link'
import { api, pages } from '@/lib/http/paths'
import type { VerificationView } from '@/lib/verifications/view'
import type { Reader } from './reader'

/** The actions for a record: check again, copy its link, open its review. */
export function RecordActions({ record, me }: { record: VerificationView; me: Reader }) {
  const t = useTranslations('history')
  const openReview = useTranslations('result.action')('review')
  const copyLink = useCopyLink()
  const copy = () => copyLink(pages.historyItem(record.environment, record.id))
  useShortcut('c', copy, { label: t('copyLink'), inDialog: true })
  return (
    <>
      <Button icon="link-2" keys="c" onClick={copy}>
        {t('copyLink')}
      </Button>
      {record.outcome !== 'waiting' && <EvidenceButtons {...record} packs={!record.masked} />}
      {record.review && !record.masked && (
        <ButtonLink variant="primary" href={pages.reviewItem(record.environment, record.review.id)}>
          {openReview}
        </ButtonLink>
      )}
      {me.mayDecide && record.attempt?.state === 'unknown' && (
        <ButtonLink href={pages.unknown()}>{t('decide')}</ButtonLink>
      )}
      {me.mayCheck &&
        record.source !== 'bank_report' &&
        !record.purgedAt &&
        record.requestedBy.id === me.id && (
          <CheckAgain record={record} primary={!record.review || record.masked} />
        )}
    </>
  )
}

/** A new check of the same pair. */
function CheckAgain({ record, primary }: { record: VerificationView; primary: boolean }) {
  const t = useTranslations('history.again')
  const common = useCommonRefusal()
  const go = useGo()
  const [open, setOpen] = useState(false)
  const again = useMutation({
    mutationFn: () => requestOnce<VerificationView>(api.verificationRecheck(record.id)),
    onSuccess: (made) => go(pages.checkResult(made.environment, made.id)),
    onError: (error) => {
      setOpen(false)
      const own = problemCode(error) === 'verification_waiting' ? 'waiting' : 'failed'
      toastError(common(error) ?? t(own))
    },
  })
  return (
    <>
      <Button variant={primary ? 'primary' : undefined} icon="rotate-cw" onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('title')}
        confirmLabel={t('button')}
        busy={again.isPending}
        onConfirm={() => again.mutate()}
      >
        {t(record.environment === 'sandbox' ? 'sandbox' : 'text')}
      </ConfirmDialog>
    </>
  )
}
