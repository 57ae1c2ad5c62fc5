'use client'
import { Popover, DropdownMenu as Radix } from 'radix-ui'
import { type FocusEvent, Fragment, useRef } from 'react'
import { cx } from '../cx'
import { Icon } from '../icons/icon'
import { Link } from '../link'
import type { MenuItem, MenuPartsProps, PopoverProps } from './menu-props'
import { overlayLandmark } from './overlays'

/** The button with its menu. Not modal, so the page stays readable for a screen reader (checked with axe). */
export function MenuParts({
  trigger,
  items,
  align = 'end',
  side = 'bottom',
  firstByKey,
  ...state
}: MenuPartsProps) {
  const toFirst = useRef(firstByKey)
  const focusFirst = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (toFirst.current && target === currentTarget)
      currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    toFirst.current = false
  }
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={overlayLandmark()}>
        <Radix.Content
          className="popover"
          onFocus={focusFirst}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
        >
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a menu are static
            <Fragment key={index}>{line(item)}</Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function line(item: MenuItem) {
  if (item.kind === 'line') return <Radix.Separator className="menu-line" />
  if (item.kind === 'label') return <Radix.Label className="menu-label">{item.label}</Radix.Label>
  if (item.kind === 'choice') return <Choice {...item} />
  if (item.kind === 'link') {
    return (
      <Radix.Item asChild className="menu-item">
        {item.download ? (
          <a href={item.href} download>
            {item.icon && <Icon name={item.icon} />}
            {item.label}
          </a>
        ) : (
          <Link href={item.href}>
            {item.icon && <Icon name={item.icon} />}
            {item.label}
          </Link>
        )}
      </Radix.Item>
    )
  }
  return (
    <Radix.Item
      className={cx('menu-item', item.danger && 'menu-item-danger')}
      disabled={item.disabled}
      onSelect={item.onSelect}
    >
      {item.icon && <Icon name={item.icon} />}
      {item.label}
    </Radix.Item>
  )
}

function Choice({ label, value, options, onChange }: Extract<MenuItem, { kind: 'choice' }>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      <Radix.Label className="menu-label">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} lang={option.lang} className="menu-item">
          {option.label}
          <Radix.ItemIndicator asChild>
            <Icon name="check" className="menu-item-mark" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** The button with its box. */
export function PopoverBox({ trigger, label, children, align = 'start', ...state }: PopoverProps) {
  return (
    <Popover.Root {...state}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal container={overlayLandmark()}>
        <Popover.Content
          aria-label={label}
          className="popover popover-pad"
          align={align}
          sideOffset={6}
          collisionPadding={12}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
