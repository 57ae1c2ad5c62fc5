'use client'
import { type FormEvent, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorSummary, type FormError } from '@/components/ui/fields/error-summary'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { PasswordInput } from '@/components/ui/fields/password-input'
import { Banner } from '@/components/ui/messages/banner'
import type { Role } from '@/lib/auth/roles'
import { keyOr } from '@/lib/platform/language/keys'
import { CodeForm } from './code-form'
import { type SignInResult, signIn } from './sign-in'
import { SsoButton } from './sso-button'

type Person = { role: Role; email: string; password: string }
type SignInFormProps = {
  next: string
  ended: boolean
  demo: Person[]
  /** single sign-on is set up; `again`: it must ask for credentials, even with an active session there */
  sso?: { again: boolean }
  /** the reason single sign-on was refused */
  refused?: string
}

/** Email and password, then the code for people with a second factor; in the demo, one button per person. */
export function SignInForm({ next, ended, demo, sso, refused }: SignInFormProps) {
  const { errors, busy, submit, waiting, forget, back, fail } = useSignIn(next, refused)
  if (waiting)
    return (
      <CodeForm
        errors={errors}
        busy={busy}
        onOther={forget}
        onBack={back}
        onCode={(code) => submit({ ...waiting, code })}
      />
    )
  return (
    <>
      <PasswordStep errors={errors} busy={busy} ended={ended} onSubmit={submit} />
      {sso && <SsoButton next={next} again={sso.again} onFail={fail} />}
      {demo.length > 0 && (
        <DemoPeople people={demo} onChoose={(email, password) => submit({ email, password })} />
      )}
    </>
  )
}

type StepProps = {
  errors: FormError[]
  busy: boolean
  ended: boolean
  onSubmit: (credentials: Credentials) => void
}

function PasswordStep({ errors, busy, ended, onSubmit }: StepProps) {
  const t = useTranslations('signin')
  const errorOf = (id: string) => errors.find((error) => error.id === id)?.text
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget)
    onSubmit({ email: String(form.get('email') ?? '').trim(), password: String(form.get('password') ?? '') })
  }
  return (
    <>
      <h1 className="mb-6 text-2xl">{t('title')}</h1>
      <div className="mb-5 grid gap-3 empty:hidden">
        {ended && errors.length === 0 && <Banner>{t('ended')}</Banner>}
        <ErrorSummary errors={errors} />
      </div>
      <Form onSubmit={submit} className="grid gap-5">
        <Field id="email" label={t('email')} error={errorOf('email')}>
          <Input
            name="email"
            type="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field id="password" label={t('password')} error={errorOf('password')}>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {t('submit')}
        </Button>
      </Form>
    </>
  )
}

type DemoProps = { people: Person[]; onChoose: (email: string, password: string) => void }

function DemoPeople({ people, onChoose }: DemoProps) {
  const t = useTranslations('signin')
  const role = useTranslations('shell.role')
  return (
    <fieldset aria-label={t('demoGroup')} className="mt-6 grid gap-2 border-t border-border pt-5">
      <p className="mb-1 text-sm text-fg-muted">{t('demoHint')}</p>
      {people.map((person) => (
        <Button
          key={person.role}
          size="lg"
          className="btn-wrap"
          onClick={() => onChoose(person.email, person.password)}
        >
          {t('demo', { role: role(person.role) })}
        </Button>
      ))}
    </fieldset>
  )
}

type Credentials = { email: string; password: string; code?: string }

function useSignIn(next: string, refused?: string) {
  const t = useTranslations('signin.error')
  const shared = useTranslations('shell.refused')
  const format = useFormatter()
  const [errors, setErrors] = useState<FormError[]>(
    refused ? [{ text: t(keyOr(t, refused, 'unavailable')) }] : [],
  )
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<Credentials | null>(null)
  const goneOn = useRef(false)
  const words = (result: Extract<SignInResult, { ok: false }>) => {
    if (result.reason === 'code_wrong') return shared('code_wrong')
    if (result.reason !== 'locked') return t(result.reason)
    if (!result.until) return shared('locked')
    return t('locked', {
      time: format.dateTime(result.until, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    })
  }
  const submit = async ({ email, password, code }: Credentials) => {
    const missing = [
      !email && { id: 'email', text: t('email') },
      !password && { id: 'password', text: t('password') },
    ]
    setErrors(missing.filter((error) => error !== false))
    if (busy || !email || !password) return
    setBusy(true)
    goneOn.current = false
    const result = await signIn(email, password, code)
    // a full load: the pages start with the new session, and nothing of the last one stays in memory
    if (result.ok) return window.location.assign(next)
    setBusy(false)
    if (goneOn.current) return
    if (result.reason === 'code') return setWaiting({ email, password })
    if (result.reason === 'wrong') setWaiting(null)
    setErrors([{ id: result.reason === 'code_wrong' ? 'code' : undefined, text: words(result) }])
  }
  /** The person turns to another field, about which a code that is still being checked says nothing. */
  const forget = () => {
    goneOn.current = true
    setErrors([])
  }
  const back = () => {
    forget()
    setWaiting(null)
  }
  const fail = () => setErrors([{ text: t('unavailable') }])
  return { errors, busy, submit, waiting, forget, back, fail }
}
