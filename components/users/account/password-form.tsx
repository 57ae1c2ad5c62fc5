'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { keepTyped } from '@/components/ui/fields/keep-typed'
import { PasswordInput } from '@/components/ui/fields/password-input'
import { toast } from '@/components/ui/messages/toast'
import { api } from '@/lib/http/paths'
import { accountQuery } from './queries'

const EMPTY = { current: '', password: '', endKeys: false }

/** Changes the password; other sessions end, and the API keys if the person chooses that. */
export function PasswordForm({ shortest }: { shortest: number }) {
  const t = useTranslations('account')
  const words = useRefusalWords('account.problem')
  const client = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const set = (part: Partial<typeof EMPTY>) => setValues((now) => ({ ...now, ...part }))
  const change = useMutation({
    mutationFn: (sent: typeof EMPTY) => request(api.accountPassword, { method: 'PUT', body: sent }),
    onSuccess: async (_, sent) => {
      setValues((now) => keepTyped(now, sent, EMPTY))
      toast(t('password.done'))
      await client.invalidateQueries({ queryKey: accountQuery.queryKey })
      await client.invalidateQueries({ queryKey: ['keys'] })
    },
  })
  const code = change.error && problemCode(change.error)
  const field = code === 'password_wrong' ? 'current' : code?.startsWith('password_') ? 'password' : null
  const text = code ? words(code) : undefined
  const submit = () => {
    if (!change.isPending) change.mutate(values)
  }
  return (
    <section aria-labelledby="change-password" className="grid gap-3">
      <h2 id="change-password" className="text-md">
        {t('password.title')}
      </h2>
      <Form onSubmit={submit} refused={!field && text} className="grid max-w-md gap-4">
        <Field label={t('password.current')} refused={field === 'current' && text}>
          <PasswordInput
            value={values.current}
            autoComplete="current-password"
            onChange={(event) => set({ current: event.target.value })}
          />
        </Field>
        <Field
          label={t('password.new')}
          hint={t('password.hint', { length: shortest })}
          refused={field === 'password' && text}
        >
          <PasswordInput
            value={values.password}
            autoComplete="new-password"
            onChange={(event) => set({ password: event.target.value })}
          />
        </Field>
        <Checkbox
          label={t('password.endKeys')}
          hint={t('password.endKeysHint')}
          checked={values.endKeys}
          onChange={(event) => set({ endKeys: event.target.checked })}
        />
        <p>
          <Button type="submit" busy={change.isPending}>
            {t('password.submit')}
          </Button>
        </p>
      </Form>
    </section>
  )
}
