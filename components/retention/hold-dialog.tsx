'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Field, Form } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { Dialog } from '@/components/ui/overlays/dialog'
import { adminApi } from '@/lib/http/admin-paths'
import { keyOr } from '@/lib/platform/language/keys'
import { uuidIn } from '@/lib/platform/uuid'
import { retentionQuery } from './queries'

const KINDS = ['upload', 'verification', 'iban', 'name'] as const
type Kind = (typeof KINDS)[number]

/** Puts a legal hold on an upload, a check, or everything about an IBAN or a name. */
export function HoldDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('retention.hold')
  const shared = useTranslations('shell.refused')
  const client = useQueryClient()
  const form = useId()
  const [kind, setKind] = useState<Kind>('upload')
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const add = useMutation({
    mutationFn: () => request(adminApi.legalHolds, { body: bodyOf(kind, value.trim(), reason) }),
    onSuccess: () => client.invalidateQueries({ queryKey: retentionQuery.queryKey }),
  })
  const error = add.error instanceof Problem ? add.error : null
  const wrongReason = error?.errors.some(({ path }) => path === 'reason')
  const wrongValue = error && !wrongReason && (error.status === 404 || error.status === 422)
  const footer = (
    <Button variant="primary" type="submit" form={form} busy={add.isPending}>
      {t('place')}
    </Button>
  )
  return (
    <Dialog open sticky onClose={onClose} title={t('add')} description={t('explain')} footer={footer}>
      <Form
        id={form}
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!add.isPending) add.mutate(undefined, { onSuccess: onClose })
        }}
      >
        <RadioGroup
          inline
          label={t('what')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((each) => ({ value: each, label: t(`on.${each}`) }))}
        />
        <Field label={t(`value.${kind}`)} error={wrongValue && t(`wrong.${kind}`)}>
          <Input
            value={value}
            autoComplete="off"
            maxLength={140}
            onChange={({ target }) => setValue(target.value)}
          />
        </Field>
        <Field
          label={t('reason')}
          error={wrongReason && shared(keyOr(shared, `${error?.code}`, 'reason_missing'))}
        >
          <Input value={reason} maxLength={300} onChange={({ target }) => setReason(target.value)} />
        </Field>
        {add.isError && !wrongValue && !wrongReason && (
          <p role="alert" className="field-error">
            {shared('not_saved')}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

/** Accepts the URL of an upload or a check as its id. */
const idIn = (text: string) => uuidIn(text) ?? text

const bodyOf = (kind: Kind, value: string, reason: string) =>
  kind === 'iban' || kind === 'name'
    ? { on: 'subject', subject: { kind, value }, reason }
    : { on: kind, id: idIn(value), reason }
