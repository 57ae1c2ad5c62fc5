'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { problemCode } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { PasswordInput } from '@/components/ui/fields/password-input'

type SingleFieldFormProps = {
  kind: 'password' | 'code'
  act: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>
  label: string
  submit: string
}

/** A form with one value: the password that proves the identity, or a code of the app. */
export function SingleFieldForm({ kind, act, label, submit }: SingleFieldFormProps) {
  const words = useRefusalWords('account.problem')
  const [value, setValue] = useState('')
  const send = () => {
    if (!act.isPending) act.mutate(kind === 'code' ? value.replace(/\s/g, '') : value)
  }
  const change = (event: { target: { value: string } }) => setValue(event.target.value)
  return (
    <Form onSubmit={send} className="mt-4 grid gap-4">
      <Field label={label} refused={act.error && words(problemCode(act.error))}>
        {kind === 'password' ? (
          <PasswordInput value={value} autoComplete="current-password" onChange={change} />
        ) : (
          <Input value={value} inputMode="numeric" autoComplete="one-time-code" onChange={change} />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={act.isPending}>
        {submit}
      </Button>
    </Form>
  )
}
