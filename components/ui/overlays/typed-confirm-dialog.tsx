'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '../fields/field'
import { Form } from '../fields/form'
import { Input } from '../fields/input'
import { ConfirmDialog, type ConfirmProps } from './dialog'

type TypedConfirmProps = Omit<ConfirmProps, 'ready' | 'form'> & { word: string }

/** A question that is confirmed by typing this word. */
export function TypedConfirmDialog({ word, ...rest }: TypedConfirmProps) {
  const t = useTranslations('ui')
  const [typed, setTyped] = useState('')
  const ready = typed.trim() === word
  const submit = () => {
    if (ready && !rest.busy) rest.onConfirm()
  }
  const form = (
    <Form onSubmit={submit} className="mt-4">
      <Field label={t('typeToConfirm', { word })}>
        <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </Form>
  )
  return <ConfirmDialog {...rest} ready={ready} form={form} />
}
