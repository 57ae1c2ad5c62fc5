'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { PasswordInput } from '@/components/ui/fields/password-input'
import type { PasswordAndCode } from '@/lib/users/schema'

type PasswordAndCodeFormProps = {
  act: Pick<UseMutationResult<unknown, Error, PasswordAndCode>, 'mutate' | 'isPending' | 'error'>
}

/** The password and a code of the current factor: replacing or disabling a second factor needs both. */
export function PasswordAndCodeForm({ act }: PasswordAndCodeFormProps) {
  const t = useTranslations('account')
  const words = useRefusalWords('account.problem')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const refused = act.error && problemCode(act.error)
  const text = refused ? words(refused) : undefined
  const send = () => {
    if (!act.isPending) act.mutate({ password, code })
  }
  const elsewhere = refused !== 'password_wrong' && refused !== 'code_wrong'
  return (
    <Form onSubmit={send} refused={elsewhere && text} className="mt-4 grid gap-4">
      <Field label={t('factor.password')} refused={refused === 'password_wrong' && text}>
        <PasswordInput
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field label={t('factor.codeOrRecovery')} refused={refused === 'code_wrong' && text}>
        <Input
          value={code}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" busy={act.isPending}>
        {t('factor.continue')}
      </Button>
    </Form>
  )
}
