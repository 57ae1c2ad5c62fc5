'use client'
import { Popover as Radix } from 'radix-ui'
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { overlays } from './overlays'

type PopoverProps = {
  trigger: ReactElement<TriggerProps>
  label: string
  children: ReactNode
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

type TriggerProps = { 'aria-haspopup'?: 'dialog'; 'aria-expanded'?: boolean; onClick?: () => void }

/**
 * A small box behind a button, for filters and explanations. `label` names it.
 * Until it is first opened there is only the button: a page draws none of its boxes.
 */
export function Popover(props: PopoverProps) {
  const [own, setOwn] = useState(false)
  const { trigger, open = own, onOpenChange = setOwn } = props
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  if (opened) return <Box {...props} open={open} onOpenChange={onOpenChange} />
  return cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: () => onOpenChange(true),
  })
}

function Box({ trigger, label, children, align = 'start', ...state }: PopoverProps) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={overlays()}>
        <Radix.Content
          aria-label={label}
          className="popover popover-pad"
          align={align}
          sideOffset={6}
          collisionPadding={12}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
