'use client'
import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { overlays } from './overlays'

type PopoverProps = {
  trigger: ReactElement
  label: string
  children: ReactNode
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A small box behind a button, for filters and explanations. `label` names it. */
export function Popover({ trigger, label, children, align = 'start', open, onOpenChange }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
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
