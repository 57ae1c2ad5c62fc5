'use client'
import { useState } from 'react'
import { useEscapeWhile } from '../lazy'

const GAP_PX = 6

/**
 * Shows the names of links that are icons, on hover and focus, without replacing a link. A link begins with its name,
 * so assistive technology has it without the tooltip.
 * @param links selects them
 * @returns the listeners of the element around the links, and the tooltip to render in it
 */
export function useTooltip(links: string) {
  const [shown, setShown] = useState<{ link: Element } | null>(null)
  const hide = () => setShown(null)
  useEscapeWhile(shown !== null, hide)
  const show = ({ target }: { target: EventTarget }) => {
    const link = (target as Element).closest('a, button')
    // what is between a link and its tooltip changes nothing
    if (link) setShown(link.matches(links) ? { link } : null)
  }
  const listeners = {
    onPointerOver: show,
    onPointerLeave: hide,
    onFocus: show,
    onBlur: hide,
    // measures again
    onScroll: () => setShown(shown && { ...shown }),
  }
  if (!shown) return { listeners }
  const { right, top, height } = shown.link.getBoundingClientRect()
  const text = shown.link.querySelector('span')?.textContent
  const style = { left: right + GAP_PX, top: top + height / 2 }
  const tooltip = (
    <span key={text} className="tooltip" style={style} aria-hidden="true">
      {text}
    </span>
  )
  return { listeners, tooltip }
}
