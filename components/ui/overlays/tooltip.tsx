'use client'
import { type FocusEvent, type PointerEvent, useState } from 'react'
import { useEscapeWhile } from '../lazy'

const GAP_PX = 6

/** Where the name of a link is shown; its first text is the name. */
function placeBeside(link: Element, late: boolean) {
  const { right, top, height } = link.getBoundingClientRect()
  const text = link.querySelector('span')?.textContent
  return { link, late, text, style: { left: right + GAP_PX, top: top + height / 2 } }
}

/**
 * Shows the names of links that are icons, on hover and focus, without replacing a link. Assistive technology has the
 * name in the link itself.
 * @param links selects them
 * @returns the listeners of the element around the links, and the tooltip to render in it
 */
export function useTooltip(links: string) {
  const [shown, setShown] = useState<ReturnType<typeof placeBeside> | null>(null)
  const hide = () => setShown(null)
  useEscapeWhile(shown !== null, hide)
  const show = (target: Element | null, late: boolean) =>
    setShown(target?.matches(links) ? placeBeside(target, late) : null)
  const listeners = {
    onPointerOver: ({ target }: PointerEvent<Element>) => {
      const control = (target as Element).closest('a, button')
      // what is between a link and its tooltip changes nothing
      if (control) show(control, true)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ target }: FocusEvent) => show(target.matches(':focus-visible') ? target : null, false),
    onBlur: hide,
    onScroll: () => shown && show(shown.link, shown.late),
  }
  const tooltip = shown && (
    <span key={shown.text} className="tooltip" data-late={shown.late} style={shown.style} aria-hidden="true">
      {shown.text}
    </span>
  )
  return { listeners, tooltip }
}
