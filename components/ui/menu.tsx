'use client'
import { cloneElement, useState } from 'react'
import type { MenuProps } from '@/components/ui/menu-props'
import { onDemand } from './on-demand'

/** The menu itself; a page is read before the first one is opened. */
export const menuParts = onDemand(() => import('./menu-parts').then(({ MenuParts }) => MenuParts))

const OPENING = [' ', 'Enter', 'ArrowDown']

/** A menu behind a button. Until it is first opened there is only the button, which opens it by the same acts. */
export function Menu(props: MenuProps) {
  const [own, setOwn] = useState(false)
  const [opened, setOpened] = useState<'by-key' | 'otherwise'>()
  const { parts = menuParts, ...rest } = props
  const { trigger, open = own, onOpenChange = setOwn } = rest
  const Parts = parts.use(open)
  if (open && !opened) setOpened('otherwise')
  if (Parts && opened)
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
      setOpened('by-key')
      onOpenChange(true)
    },
  })
}
