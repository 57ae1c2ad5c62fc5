'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../button'
import { useFieldProps } from './field-context'
import { type InputProps, useHydratedValue } from './input'

type PasswordInputProps = Omit<InputProps, 'type' | 'icon' | 'mono' | 'scale' | 'className' | 'ref'>

/** A password field with "Show password". */
export function PasswordInput(props: PasswordInputProps) {
  const t = useTranslations('ui')
  const field = useFieldProps()
  const own = useHydratedValue(props.onChange)
  const [shown, setShown] = useState(false)
  return (
    <span className="input-box">
      <input
        {...field}
        {...props}
        ref={own}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="input pr-12 pl-3!"
      />
      <IconButton
        className="input-end"
        label={t('password.show')}
        aria-pressed={shown}
        icon={shown ? 'eye-off' : 'eye'}
        onClick={() => setShown(!shown)}
      />
    </span>
  )
}
