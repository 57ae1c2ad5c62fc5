'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { ibanText } from '@/components/payments/iban-text'
import { paymentRunQuery } from '@/components/payments/queries'
import { usePaymentRefusal } from '@/components/payments/use-refusal'
import { type CallField, NO_CALL, readDraft, withCallField } from '@/components/reviews/decision/call-draft'
import { CallForm } from '@/components/reviews/decision/call-form'
import { toast } from '@/components/ui/messages/toast'
import { useMoney } from '@/components/ui/money'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { ReasonDialog } from '@/components/ui/overlays/reason-dialog'
import { api } from '@/lib/http/paths'
import { ofOneAccount } from '@/lib/payments/confirm/one-account'
import type { ConfirmationKind } from '@/lib/payments/gate/gate'
import type { ConfirmationInput } from '@/lib/payments/schema'
import type { LineView } from '@/lib/payments/view'

type ConfirmLinesProps = {
  runId: string
  kind: ConfirmationKind
  lines: LineView[]
  onClose: () => void
  /** called with the numbers of the lines that were confirmed */
  onDone: (numbers: readonly number[]) => void
}

/**
 * A reviewer confirms that selected held lines are no duplicates, or that their new IBAN is right: those of one account
 * at a time, because one call confirms one account. The lines stay those of the beginning: when a colleague confirms the
 * first account meanwhile, the call that is being recorded must not become one about the next.
 */
export function ConfirmLines({ lines: given, ...dialog }: ConfirmLinesProps) {
  const [selected] = useState(given)
  const lines = dialog.kind === 'new_iban' ? ofOneAccount(selected) : selected
  const props = { ...dialog, lines, others: selected.length - lines.length }
  const confirm = useConfirm(props)
  return props.kind === 'new_iban' ? (
    <NewIban {...props} confirm={confirm} />
  ) : (
    <NoDuplicate {...props} confirm={confirm} />
  )
}

function useConfirm({ runId, kind, lines, onClose, onDone }: ConfirmLinesProps) {
  const t = useTranslations('payments.confirm')
  const client = useQueryClient()
  const sentence = usePaymentRefusal()
  const numbers = lines.map(({ number }) => number)
  const mutation = useMutation({
    mutationFn: (body: ConfirmationInput) => request(api.paymentConfirmations(runId), { body }),
    onSuccess: () => {
      toast(t(`${kind}.done`, { n: lines.length }))
      onDone(numbers)
      void client.invalidateQueries({ queryKey: paymentRunQuery(runId).queryKey })
    },
  })
  return {
    send: (body: ConfirmationInput) => mutation.mutate(body, { onSuccess: onClose }),
    busy: mutation.isPending,
    refused: mutation.isError ? sentence(mutation.error) : null,
    numbers,
  }
}
type Confirm = ReturnType<typeof useConfirm>

function NewIban({
  lines,
  others,
  onClose,
  confirm,
}: ConfirmLinesProps & { others: number; confirm: Confirm }) {
  const t = useTranslations('payments.confirm')
  const [draft, setDraft] = useState(NO_CALL)
  const [wrong, setWrong] = useState<readonly CallField[]>([])
  const [denied, setDenied] = useState(false)
  const submit = () => {
    const read = readDraft(draft)
    setWrong('wrong' in read ? read.wrong : [])
    setDenied('call' in read && read.call.outcome !== 'confirmed')
    if ('wrong' in read || read.call.outcome !== 'confirmed' || confirm.busy) return
    confirm.send({ kind: 'new_iban', lines: confirm.numbers, callBack: read.call })
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('new_iban.title', { n: lines.length })}
      description={t('new_iban.text', { n: lines.length })}
      submit={t('new_iban.confirm')}
      busy={confirm.busy}
      onSubmit={submit}
      refused={denied ? t('new_iban.denied', { n: lines.length }) : wrong.length === 0 && confirm.refused}
    >
      <NamedLines lines={lines} />
      {others > 0 && <p className="text-sm text-fg-muted">{t('new_iban.others', { n: others })}</p>}
      <CallForm
        draft={draft}
        wrong={wrong}
        change={(field, value) => setDraft(withCallField(draft, field, value))}
      />
    </FormDialog>
  )
}

function NoDuplicate({ lines, onClose, confirm }: ConfirmLinesProps & { confirm: Confirm }) {
  const t = useTranslations('payments.confirm')
  return (
    <ReasonDialog
      words={{
        title: t('not_duplicate.title', { n: lines.length }),
        text: t('not_duplicate.text', { n: lines.length }),
        reason: t('not_duplicate.reason'),
        hint: t('not_duplicate.hint'),
        confirm: t('not_duplicate.confirm'),
      }}
      variant="primary"
      about={<NamedLines lines={lines} />}
      busy={confirm.busy}
      refused={confirm.refused}
      onClose={onClose}
      onReason={(reason) => confirm.send({ kind: 'not_duplicate', lines: confirm.numbers, reason })}
    />
  )
}

const MOST = 5

function NamedLines({ lines }: { lines: LineView[] }) {
  const t = useTranslations('payments')
  const money = useMoney()
  return (
    <ul className="grid gap-2 text-sm">
      {lines.slice(0, MOST).map(({ number, name, iban, amount, currency }) => (
        <li key={number} className="wrap-anywhere">
          <b className="font-[550]" translate="no">
            {name}
          </b>{' '}
          <span className="num">{amount !== null && money(amount, currency)}</span>
          {iban && (
            <span className="block font-mono text-fg-muted" translate="no">
              {ibanText(iban)}
            </span>
          )}
        </li>
      ))}
      {lines.length > MOST && (
        <li className="text-fg-muted">{t('confirm.others', { n: lines.length - MOST })}</li>
      )}
    </ul>
  )
}
