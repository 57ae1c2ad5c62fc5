'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isAboutField, Problem, request } from '@/components/live/request'
import { useRefusalText } from '@/components/live/use-common-refusal'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { adminApi } from '@/lib/http/admin-paths'
import { keyOr } from '@/lib/platform/language/keys'
import { uuidIn } from '@/lib/platform/uuid'
import { retentionQuery } from './queries'

const KINDS = ['upload', 'verification', 'iban', 'name'] as const
type Kind = (typeof KINDS)[number]
type Draft = { kind: Kind; value: string; reason: string }

/** Puts a legal hold on an upload, a check, or everything about an IBAN or a name. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('retention.hold')
  const shared = useTranslations('shell.refused')
  const refusal = useRefusalText('not_saved')
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>('upload')
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const add = useMutation({
    mutationFn: (draft: Draft) => request(adminApi.legalHolds, { body: bodyOf(draft) }),
    onSuccess: () => client.invalidateQueries({ queryKey: retentionQuery.queryKey }),
  })
  const error = add.error instanceof Problem ? add.error : null
  const ofReason = isAboutField(error, 'reason')
  const ofValue =
    !ofReason && kind === add.variables?.kind && (error?.status === 404 || error?.status === 422)
  const submit = () => {
    if (!add.isPending) add.mutate({ kind, value, reason }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('add')}
      description={t('explain')}
      submit={t('place')}
      busy={add.isPending}
      onSubmit={submit}
      refused={add.isError && !ofValue && !ofReason && refusal(add.error)}
    >
      <RadioGroup
        inline
        label={t('what')}
        value={kind}
        onChange={setKind}
        options={KINDS.map((each) => ({ value: each, label: t(`on.${each}`) }))}
      />
      <Field label={t(`value.${kind}`)} refused={ofValue && t(`wrong.${kind}`)}>
        <Input
          value={value}
          autoComplete="off"
          maxLength={140}
          onChange={({ target }) => setValue(target.value)}
        />
      </Field>
      <Field
        label={t('reason')}
        refused={ofReason && shared(keyOr(shared, `${error?.code}`, 'reason_missing'))}
      >
        <Input value={reason} maxLength={300} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  )
}

/** Accepts the URL of an upload or a check as its id. */
const idIn = (text: string) => uuidIn(text) ?? text

const bodyOf = ({ kind, value, reason }: Draft) =>
  kind === 'iban' || kind === 'name'
    ? { on: 'subject', subject: { kind, value: value.trim() }, reason }
    : { on: kind, id: idIn(value.trim()), reason }
