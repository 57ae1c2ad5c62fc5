'use client'
import dynamic from 'next/dynamic'
import { cloneElement, startTransition, useEffect, useState } from 'react'
import { loadWithRetry, useEscapeWhile } from '../lazy'
import type { PopoverProps } from './menu-props'

const PopoverBox = dynamic(() => loadWithRetry(() => import('./menu-parts').then((part) => part.PopoverBox)))

/**
 * A small box behind a button, for filters and explanations. `label` is its name. Until it is first opened only the
 * button is rendered.
 */
export function Popover(props: PopoverProps) {
  const [own, setOwn] = useState(false)
  const { trigger, open = own, onOpenChange = setOwn } = props
  const [opened, setOpened] = useState(open)
  useEffect(() => {
    // as a transition, so the button stays until the box has loaded
    if (open) startTransition(() => setOpened(true))
  }, [open])
  useEscapeWhile(open && !opened, () => onOpenChange(false))
  if (opened) return <PopoverBox {...props} open={open} onOpenChange={onOpenChange} />
  return cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    onClick: () => onOpenChange(!open),
  })
}
