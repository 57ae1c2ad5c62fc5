'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { newKey } from '@/components/live/new-key'
import { isInDoubt, keepsKey, problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { toast } from '@/components/ui/messages/toast'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { adminApi } from '@/lib/http/admin-paths'
import type { EntryInput } from '@/lib/usage/schema'
import type { UsageView } from '@/lib/usage/view'
import { amountOf } from './amount'
import { usageQuery } from './queries'

/** Records a top-up or a correction. One idempotency key per dialog, so a double click books once. */
export function EntryDialog({ kind, onClose }: { kind: EntryInput['kind']; onClose: () => void }) {
  const t = useTranslations('usage.entry')
  const refused = useCommonRefusal()
  const client = useQueryClient()
  const key = useRef(newKey())
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState({ amount: false, note: false })
  const save = useMutation({
    mutationFn: (body: EntryInput) =>
      request<UsageView>(adminApi.usageEntries, { body, headers: { 'idempotency-key': key.current } }),
    onSuccess: (usage) => {
      client.setQueryData(usageQuery.queryKey, usage)
      client.invalidateQueries({ queryKey: ['credits'] })
      toast(t(`${kind}.done`))
    },
    onError: (error) => {
      // a corrected body is another request and needs a new key
      if (!keepsKey(error)) key.current = newKey()
      // an entry that was booked after all is listed on the page
      if (mayBeBooked(error)) void client.invalidateQueries({ queryKey: usageQuery.queryKey })
    },
  })
  const submit = () => {
    const value = amountOf(amount, kind)
    setWrong({ amount: value === null, note: !note.trim() })
    if (value !== null && note.trim() && !save.isPending)
      save.mutate({ kind, amount: value, note: note.trim() }, { onSuccess: onClose })
  }
  const text = save.error && (mayBeBooked(save.error) ? t('inDoubt') : (refused(save.error) ?? t('failed')))
  return (
    <FormDialog
      onClose={onClose}
      title={t(`${kind}.title`)}
      description={t(`${kind}.text`)}
      submit={t(`${kind}.submit`)}
      busy={save.isPending}
      onSubmit={submit}
      refused={!wrong.amount && !wrong.note && text}
    >
      <Field
        label={t(`${kind}.amount`)}
        hint={t(`${kind}.amountHint`)}
        refused={wrong.amount && t(`${kind}.amountWrong`)}
      >
        <Input
          inputMode={kind === 'top_up' ? 'numeric' : 'text'}
          autoComplete="off"
          maxLength={20}
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </Field>
      <Field label={t(`${kind}.note`)} refused={wrong.note && t(`${kind}.noteMissing`)}>
        <Input
          autoComplete="off"
          maxLength={200}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** The entry may be there: of this try, or of an earlier one whose answer was lost before the person changed it. */
const mayBeBooked = (error: unknown) => isInDoubt(error) || problemCode(error) === 'idempotency_key_reused'
