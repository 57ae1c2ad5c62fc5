'use client'
import dynamic from 'next/dynamic'
import { cloneElement, startTransition, useEffect, useState } from 'react'
import type { MenuProps } from '@/components/ui/menu-props'
import { patiently } from './later'

const MenuParts = dynamic(() => patiently(() => import('./menu-parts').then((part) => part.MenuParts)))

const OPENING = [' ', 'Enter', 'ArrowDown']

/** A menu behind a button. Until it is first opened there is only the button, which opens it by the same acts. */
export function Menu(props: MenuProps) {
  const [own, setOwn] = useState(false)
  const [opened, setOpened] = useState<'by-key' | 'otherwise'>()
  const { Parts = MenuParts, ...rest } = props
  const { trigger, open = own, onOpenChange = setOwn } = rest
  // as a transition: the button stays until the menu is here
  const bring = (how: 'by-key' | 'otherwise') => startTransition(() => setOpened((before) => before ?? how))
  useEffect(() => {
    if (open) startTransition(() => setOpened((before) => before ?? 'otherwise'))
  }, [open])
  if (opened)
    return <Parts {...rest} open={open} onOpenChange={onOpenChange} firstByKey={opened === 'by-key'} />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerDown: (event) => {
      if (event.button !== 0 || event.ctrlKey) return
      // the button must not take the focus that the menu is about to get
      event.preventDefault()
      onOpenChange(true)
    },
    onKeyDown: (event) => {
      if (!OPENING.includes(event.key)) return
      event.preventDefault()
      bring('by-key')
      onOpenChange(true)
    },
  })
}
