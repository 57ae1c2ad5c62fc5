'use client'
import { useLayoutEffect, useState } from 'react'

/** The offset of an element on the page, which banners and wrapped lines change. */
export function useTop(element: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    const main = document.getElementById('main')
    if (main) observer.observe(main)
    return () => observer.disconnect()
  }, [element])
  return top
}

/** A spacer for the rows of a table that are not rendered. */
export function RowSpace({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true">
      <td className="border-0 p-0" style={{ height }} />
    </tr>
  )
}
