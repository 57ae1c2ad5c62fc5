'use client'
import { Popover as Radix, Tooltip as RadixTooltip } from 'radix-ui'
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

type TooltipProps = {
  text: ReactNode
  children: ReactElement
  side?: 'top' | 'right' | 'bottom'
  disabled?: boolean
}

/** A short explanation on hover and focus. The child must take focus; nothing needed may live only here. */
export function Tooltip({ text, children, side = 'top', disabled }: TooltipProps) {
  if (disabled) return children
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal container={overlays()}>
        <RadixTooltip.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}

/** Wraps the app once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </RadixTooltip.Provider>
  )
}
