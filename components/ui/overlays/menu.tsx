'use client'
import dynamic from 'next/dynamic'
import { cloneElement, startTransition, useEffect, useState } from 'react'
import type { MenuProps } from '@/components/ui/overlays/menu-props'
import { loadWithRetry, useEscapeWhile } from '../lazy'

const MenuParts = dynamic(() => loadWithRetry(() => import('./menu-parts').then((part) => part.MenuParts)))

const OPENING = [' ', 'Enter', 'ArrowDown']

/**
 * A menu behind a button. Only the button is rendered until the first use, and the same keys and clicks open the menu.
 */
export function Menu(props: MenuProps) {
  const [own, setOwn] = useState(false)
  const [opened, setOpened] = useState<'by-key' | 'otherwise'>()
  const { Parts = MenuParts, ...rest } = props
  const { trigger, open = own, onOpenChange = setOwn } = rest
  useEffect(() => {
    // as a transition, so the button stays until the menu has loaded
    if (open) startTransition(() => setOpened((before) => before ?? 'otherwise'))
  }, [open])
  useEscapeWhile(open && !opened, () => onOpenChange(false))
  if (opened)
    return <Parts {...rest} open={open} onOpenChange={onOpenChange} firstByKey={opened === 'by-key'} />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerDown: (event) => {
      if (event.button !== 0 || event.ctrlKey) return
      // the button must not take the focus from the opening menu
      event.preventDefault()
      onOpenChange(true)
    },
    onKeyDown: (event) => {
      if (!OPENING.includes(event.key)) return
      event.preventDefault()
      startTransition(() => setOpened((before) => before ?? 'by-key'))
      onOpenChange(true)
    },
  })
}
