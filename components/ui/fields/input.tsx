'use client'
import { type ComponentProps, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import { cx } from '../cx'
import { Icon, type IconName } from '../icons/icon'
import { useFieldProps } from './field-context'

type Scale = 'sm' | 'md' | 'lg'
const scale = (size: Scale) => size !== 'md' && `input-${size}`

type Writable = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type FieldEvent<T> = { target: T; currentTarget: T; nativeEvent?: Event }
type WithOnChange<T> = { onChange?: (event: FieldEvent<T>) => void }

/** Whether the value differs from the server's. */
function isWritten(field: Writable): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.defaultSelected && !option.selected)
  if (field.type === 'radio') return 'checked' in field && field.checked && !field.defaultChecked
  if (field.type === 'checkbox') return 'checked' in field && field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

/**
 * During hydration a field adopts its current value: typed or selected before, or filled in by the browser.
 * @returns the ref of the field, merged with the given one
 */
export function useHydratedValue<T extends Writable>(onChange: WithOnChange<T>['onChange'], given?: Ref<T>) {
  const field = useRef<T>(null)
  useImperativeHandle(given, () => field.current as T, [])
  const adopt = useEffectEvent(() => {
    const target = field.current
    if (target && isWritten(target)) onChange?.({ target, currentTarget: target })
  })
  useEffect(() => adopt(), [])
  return field
}

export type InputProps = Omit<ComponentProps<'input'>, 'size' | 'onChange'> &
  WithOnChange<HTMLInputElement> & {
    scale?: Scale
    mono?: boolean
    icon?: IconName
  }

/** Without a last day, the year of a date can have six digits. */
const LAST: Record<string, string> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' }

/** A text field. Inside a `Field` it gets its id, description and error from there. */
export function Input({ scale: size = 'md', mono, icon, className, ref, ...rest }: InputProps) {
  const field = useFieldProps()
  const own = useHydratedValue(rest.onChange, ref)
  const input = (
    <input
      type="text"
      max={LAST[rest.type ?? '']}
      {...field}
      {...rest}
      ref={own}
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

type TextareaProps = Omit<ComponentProps<'textarea'>, 'onChange' | 'className' | 'ref'> &
  WithOnChange<HTMLTextAreaElement>

export function Textarea(props: TextareaProps) {
  const field = useFieldProps()
  const own = useHydratedValue(props.onChange)
  return <textarea {...field} {...props} ref={own} className="input" />
}

type SelectProps = Omit<ComponentProps<'select'>, 'size' | 'onChange' | 'ref'> &
  WithOnChange<HTMLSelectElement> & {
    scale?: Scale
    options?: { value: string; label: string; disabled?: boolean }[]
  }

/** A native select: it works with every keyboard, screen reader and phone. */
export function Select({ options, scale: size = 'md', className, children, ...rest }: SelectProps) {
  const field = useFieldProps()
  const own = useHydratedValue(rest.onChange)
  return (
    <span className="select-box">
      <select {...field} {...rest} ref={own} className={cx('input', scale(size), className)}>
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
