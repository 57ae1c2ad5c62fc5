'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { useRefusalWords } from '@/components/live/use-refusal-words'
import { Button, ButtonLink } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/fields/error-summary'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { PasswordInput } from '@/components/ui/fields/password-input'
import { Banner } from '@/components/ui/messages/banner'
import { announce } from '@/components/ui/messages/live-text'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { api, pages } from '@/lib/http/paths'

type Holder = { name: string; email: string }

const onHash = (changed: () => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
/** The token after the # in the URL; undefined until hydration. */
const useToken = () =>
  useSyncExternalStore(
    onHash,
    () => window.location.hash.slice(1),
    () => undefined,
  )

/** Name and password for the owner of the link. */
export function JoinForm() {
  const t = useTranslations('signin.join')
  const token = useToken()
  const holder = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => request<Holder>(api.passwordLink, { body: { token } }),
    enabled: Boolean(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [done, setDone] = useState(false)
  const end = () => {
    setDone(true)
    document.title = `${t('doneTitle')} · Accord`
    announce(`${t('doneTitle')}. ${t('done')}`)
  }
  return (
    <>
      <h1 className="mb-6 text-2xl">{t(done ? 'doneTitle' : 'title')}</h1>
      {token !== '' && holder.isPending && <Skeleton className="h-10" />}
      {token === '' && <Banner kind="error">{t('problem.link_dead')}</Banner>}
      {holder.error && (
        <Banner kind="error">{t(isDead(holder.error) ? 'problem.link_dead' : 'unavailable')}</Banner>
      )}
      {holder.data && token && !done && <PasswordForm token={token} holder={holder.data} onDone={end} />}
      {done && (
        <div className="grid gap-5">
          <p>{t('done')}</p>
          <ButtonLink href={pages.signIn} variant="primary" size="lg">
            {t('signIn')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/** A malformed token is treated like a used one. */
const isDead = (error: unknown) => error instanceof Problem && (error.status === 410 || error.status === 422)

type PasswordFormProps = { token: string; holder: Holder; onDone: () => void }

function PasswordForm({ token, holder, onDone }: PasswordFormProps) {
  const t = useTranslations('signin.join')
  const words = useRefusalWords('signin.join.problem')
  const [name, setName] = useState(holder.name)
  const [password, setPassword] = useState('')
  const set = useMutation({
    mutationFn: () => request(api.passwordLink, { method: 'PUT', body: { token, name, password } }),
    onSuccess: onDone,
  })
  const problem = set.error ? fieldOf(set.error) : null
  const text = problem && words(problem.code)
  const errorOf = (field: string) => (problem?.field === field ? text : undefined)
  const submit = () => {
    if (!set.isPending) set.mutate()
  }
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <p className="text-fg-muted">{t('for', { email: holder.email })}</p>
      <ErrorSummary key={set.submittedAt} errors={problem && text ? [{ id: problem.field, text }] : []} />
      <input type="hidden" autoComplete="username" value={holder.email} readOnly />
      <Field id="name" label={t('name')} error={errorOf('name')}>
        <Input value={name} autoComplete="name" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field id="password" label={t('password')} hint={t('hint')} error={errorOf('password')}>
        <PasswordInput
          value={password}
          autoComplete="new-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={set.isPending}>
        {t('submit')}
      </Button>
    </Form>
  )
}

const FIELDS: Record<string, string> = {
  name_required: 'name',
  name_invalid: 'name',
  password_short: 'password',
  password_long: 'password',
  too_long: 'password',
  password_common: 'password',
}

/** The refused field and the reason; without a field it applies to the whole form. */
function fieldOf(error: unknown): { field?: string; code: string } {
  if (!(error instanceof Problem)) return { code: 'other' }
  if (error.status === 410) return { code: 'link_dead' }
  const field = FIELDS[error.code]
  return field
    ? { field, code: error.code === 'too_long' ? 'password_long' : error.code }
    : { code: error.code }
}
