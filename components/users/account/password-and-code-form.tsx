'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button } from '@/components/ui/button'
import { Field, Form } from '@/components/ui/fields/field'
import { focusWrong } from '@/components/ui/fields/focus-wrong'
import { Input } from '@/components/ui/fields/input'
import { isAsSent } from '@/components/ui/fields/keep-typed'
import { PasswordInput } from '@/components/ui/fields/password-input'
import { Banner } from '@/components/ui/messages/banner'
import type { PasswordAndCode as Proofs } from '@/lib/users/schema'

type PasswordAndCodeFormProps = {
  act: Pick<UseMutationResult<unknown, Error, Proofs>, 'mutate' | 'isPending' | 'error' | 'variables'>
}

/** The password and a code of the current factor: replacing or disabling a second factor needs both. */
export function PasswordAndCodeForm({ act }: PasswordAndCodeFormProps) {
  const t = useTranslations('account')
  const words = useRefusalWords('account.problem')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const refused = act.error && problemCode(act.error)
  const text = refused ? words(refused) : undefined
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const target = event.currentTarget
    if (!act.isPending) act.mutate({ password, code }, { onError: () => focusWrong(target) })
  }
  const elsewhere = refused !== 'password_wrong' && refused !== 'code_wrong'
  return (
    <Form onSubmit={send} className="mt-4 grid gap-4">
      {text && elsewhere && <Banner kind="error">{text}</Banner>}
      <Field
        label={t('factor.password')}
        error={refused === 'password_wrong' && isAsSent({ password }, act.variables) && text}
      >
        <PasswordInput
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field
        label={t('factor.codeOrRecovery')}
        error={refused === 'code_wrong' && isAsSent({ code }, act.variables) && text}
      >
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
