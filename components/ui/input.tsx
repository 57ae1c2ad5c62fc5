'use client'
import type { ComponentProps } from 'react'
import { cx } from './cx'
import { useFieldProps } from './field'
import { Icon, type IconName } from './icon'

type Scale = 'sm' | 'md' | 'lg'
export const scale = (size: Scale) => size !== 'md' && `input-${size}`

export type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  scale?: Scale
  mono?: boolean
  icon?: IconName
}

/** A text field. Inside a `Field` it takes its id, description and error from there. */
export function Input({ scale: size = 'md', mono, icon, className, ...rest }: InputProps) {
  const field = useFieldProps()
  const input = (
    <input
      type="text"
      {...field}
      {...rest}
      className={cx('input', scale(size), mono && 'input-mono', className)}
    />
  )
  if (!icon) return input
  return (
    <span className="input-box">
      <Icon name={icon} />
      {input}
    </span>
  )
}

/** A search field; name it with a `Field` (hideLabel) or `aria-label`. */
export function SearchInput(props: InputProps) {
  return <Input type="search" icon="search" scale="sm" autoComplete="off" spellCheck={false} {...props} />
}

/** Several lines of text. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps()
  return <textarea {...field} {...rest} className={cx('input', className)} />
}

type SelectProps = Omit<ComponentProps<'select'>, 'size'> & {
  scale?: Scale
  options?: { value: string; label: string; disabled?: boolean }[]
}

/** A native select: it works with every keyboard, screen reader and phone. */
export function Select({ options, scale: size = 'md', className, children, ...rest }: SelectProps) {
  const field = useFieldProps()
  return (
    <span className="select-box">
      <select {...field} {...rest} className={cx('input', scale(size), className)}>
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}
