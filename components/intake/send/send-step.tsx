'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { ErrorSummary } from '@/components/ui/fields/error-summary'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Banner } from '@/components/ui/messages/banner'
import type { OfficeLimits } from '@/lib/limits/limits'
import { keyOr } from '@/lib/platform/language/keys'
import { MAX_TEXTS } from '@/lib/uploads/wire'
import { rememberColumns } from '../columns/remembered'
import { SameFile } from '../file/same-file'
import { errorOf } from '../rows/rows-step'
import { StepBody } from '../step-body'
import { StepFooter } from '../step-footer'
import type { Intake, IntakeState } from '../use-intake'
import { UploadLimits } from './limits'
import { NotInRegister } from './not-in-register'
import { requestNotification, requestNotificationPermission } from './notifications'
import { RefusedUpload, sendUpload } from './send'
import { SendList } from './send-list'

type SendStepProps = {
  intake: Intake
  state: Extract<IntakeState, { phase: 'ready' }>
  bulkSize: number
  credits: number | null
  limits: OfficeLimits
  /** credits this person has spent today without approval */
  spent: number
  userId: string
  /** a register of the banks that take part was loaded */
  register: boolean
  onBack: () => void
  onSent: (id: string) => void
}

/** Step 4: what is sent. It cannot be undone. */
export function SendStep({ intake, state, bulkSize, credits, limits, spent, ...props }: SendStepProps) {
  const { userId, register, onBack, onSent } = props
  const t = useTranslations('intake')
  const client = useQueryClient()
  const { opened, summary } = state
  // the second click of a double click comes before the next render
  const sending = useRef(false)
  const [tell, setTell] = useState(false)
  const send = useMutation({
    mutationFn: async () => sendUpload(await intake.pack()),
    onError: (error) => {
      sending.current = false
      // an upload that arrived after all is named as the same file
      void client.invalidateQueries({ queryKey: ['uploads'] })
      // the person has been told to look in the list of uploads, and the next press is a new request
      if (error instanceof RefusedUpload && error.replayed) void intake.renewKey()
    },
    onSuccess: async ({ id }) => {
      rememberColumns(userId, opened.headers, opened.map)
      if (tell) requestNotification(id)
      onSent(id)
      await intake.discard(opened.hash)
    },
  })
  const busy = send.isPending || send.isSuccess
  const error = summary && errorOf(summary)
  const nothing = error && t(error, { n: summary.openErrors })
  const start = () => {
    if (sending.current || nothing || !summary) return
    sending.current = true
    send.mutate()
  }
  return (
    <>
      <StepBody>
        {nothing && <ErrorSummary errors={[{ text: nothing }]} />}
        {send.isError && <Refused error={send.error} />}
        <SameFile hash={opened.hash} />
        {summary && credits !== null && credits < summary.toVerify && (
          <Banner kind="warning">{t('send.short', { n: summary.toVerify - credits })}</Banner>
        )}
        {summary && register && <NotInRegister intake={intake} hash={opened.hash} />}
        {summary && <UploadLimits {...{ summary, limits, spent }} />}
        {summary && (
          <SendList
            {...{ intake, summary, bulkSize, credits }}
            fileName={opened.fileName}
            amounts={opened.amounts}
          />
        )}
        <Field label={t('send.name')} hint={t('send.nameHint')} className="max-w-md">
          <Input
            value={opened.title}
            maxLength={MAX_TEXTS.title}
            onChange={(event) => intake.setTitle(event.target.value)}
          />
        </Field>
        <Checkbox
          label={t('tell.label')}
          checked={tell}
          onChange={({ target }) => {
            setTell(target.checked)
            if (target.checked) void requestNotificationPermission()
          }}
        />
        <p className="text-fg-muted">{t('send.credits')}</p>
      </StepBody>
      <StepFooter
        onBack={onBack}
        busy={busy || !summary}
        onContinue={start}
        continueLabel={t('send.button', { n: summary?.kept ?? 0 })}
      />
    </>
  )
}

function Refused({ error }: { error: Error }) {
  const t = useTranslations('intake')
  const code = error instanceof RefusedUpload ? error.code : 'network'
  return (
    <Banner kind="error" title={t(keyOr(t, `refused.titleOf.${code}`, 'refused.title'))}>
      {t(keyOr(t, `refused.${code}`, 'refused.other'), { code })}
    </Banner>
  )
}
