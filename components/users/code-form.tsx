'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorSummary, type FormError } from '@/components/ui/fields/error-summary'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'

type CodeFormProps = {
  errors: FormError[]
  busy: boolean
  onCode: (code: string) => void
  /** the person turns to the other kind of code */
  onOther: () => void
  onBack: () => void
}

/** The second step: six digits submit automatically; a recovery code has its own form. */
export function CodeForm({ errors, busy, onCode, onOther, onBack }: CodeFormProps) {
  const t = useTranslations('signin.verify')
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const error = errors.find(({ id }) => id === 'code')?.text
  useEffect(() => document.getElementById('code')?.focus(), [])
  const change = (text: string) => {
    const next = recovery ? text : text.replace(/\D/g, '').slice(0, 6)
    setCode(next)
    if (!recovery && next.length === 6 && next !== code && !busy) onCode(next)
  }
  const submit = () => {
    if (code && !busy) onCode(code)
  }
  const other = () => {
    setCode('')
    setRecovery(!recovery)
    onOther()
  }
  return (
    <>
      <h1 className="mb-3 text-2xl">{t(recovery ? 'recoveryTitle' : 'title')}</h1>
      <p className="mb-6 text-fg-muted">{t(recovery ? 'recoveryText' : 'text')}</p>
      <div className="mb-5 grid gap-3 empty:hidden">
        <ErrorSummary errors={errors} />
      </div>
      <Form onSubmit={submit} className="grid gap-5">
        <Field
          id="code"
          label={t(recovery ? 'recoveryLabel' : 'label')}
          hint={recovery ? undefined : t('hint')}
          error={error}
        >
          <Input
            value={code}
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => change(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {t('submit')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="ghost" onClick={other}>
            {t(recovery ? 'app' : 'recovery')}
          </Button>
          <Button variant="ghost" onClick={onBack}>
            {t('back')}
          </Button>
        </div>
      </Form>
    </>
  )
}
