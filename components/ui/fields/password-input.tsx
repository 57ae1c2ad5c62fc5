'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../button'
import { cx } from '../cx'
import { useFieldProps } from './field'
import { type InputProps, scale, useHydratedValue } from './input'

/** A password field with "Show password". */
export function PasswordInput({
  className,
  scale: size = 'md',
  ref,
  ...rest
}: Omit<InputProps, 'type' | 'icon' | 'mono'>) {
  const t = useTranslations('ui')
  const field = useFieldProps()
  const own = useHydratedValue(ref, rest.onChange)
  const [shown, setShown] = useState(false)
  return (
    <span className="input-box">
      <input
        {...field}
        {...rest}
        ref={own}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={cx('input', scale(size), 'pl-3! pr-12', className)}
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
