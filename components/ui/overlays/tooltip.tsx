'use client'
import { useState } from 'react'
import { useEscapeWhile } from '../lazy'

/**
 * Shows the names of navigation links that are icons, on hover and focus, without replacing a link. A link begins with its
 * name, so assistive technology has it without the tooltip.
 * @returns the listeners of the element around the links, and the tooltip to render in it
 */
export function useTooltip() {
  const [shown, setShown] = useState<{ link: Element } | null>(null)
  const hide = () => setShown(null)
  useEscapeWhile(shown !== null, hide)
  const show = ({ target }: { target: EventTarget }) => {
    const link = (target as Element).closest('a, button')
    // what is between a link and its tooltip changes nothing
    if (link) setShown(link.matches('.nav-link') ? { link } : null)
  }
  const text = shown?.link.querySelector('span')?.textContent
  return {
    listeners: {
      onPointerOver: show,
      onPointerLeave: hide,
      onFocus: show,
      onBlur: hide,
      // measures again
      onScroll: () => setShown(shown && { ...shown }),
    },
    tooltip: shown && (
      <span
        key={text}
        className="tooltip"
        style={{ top: shown.link.getBoundingClientRect().top }}
        aria-hidden="true"
      >
        {text}
      </span>
    ),
  }
}
