'use client'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

/** The assumed viewport for server rendering. */
const UNKNOWN_SCREEN = { width: 0, height: 600 }

type Rows = {
  count: number
  estimateSize: () => number
  /** rows to draw above and below the screen */
  overscan: number
  getItemKey?: (index: number) => number
  useFlushSync?: boolean
}

/**
 * The rows of a long table to draw, when the page scrolls it. @param body the `tbody`
 * @returns the rows with the first and last index, and the heights that `RowSpace` fills above and below them
 */
export function useWindowRows(body: RefObject<HTMLElement | null>, rows: Rows) {
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    ...rows,
    initialRect: UNKNOWN_SCREEN,
    // a focused row must be above the sticky footer
    scrollPaddingEnd: 72,
    scrollMargin: useTop(body),
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const margin = virtual.options.scrollMargin
  return {
    virtual,
    items,
    first: first?.index ?? 0,
    last: last?.index ?? 0,
    above: (first?.start ?? margin) - margin,
    below: last ? virtual.getTotalSize() - (last.end - margin) : 0,
  }
}

/** The offset of an element on the page, which banners and wrapped lines change. */
function useTop(element: RefObject<HTMLElement | null>): number {
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
    <tr aria-hidden="true" className="print:hidden">
      <td className="border-0 p-0" style={{ height }} />
    </tr>
  )
}

type PrintedRowsProps = { first: number; last: number; total: number }

/** Only on paper, below a long table: which of its rows are printed, because the others aren't rendered. */
export function PrintedRows({ first, last, total }: PrintedRowsProps) {
  const t = useTranslations('ui')
  if (last - first + 1 >= total) return null
  return (
    <strong className="num hidden print:inline">
      {t('printedRows', { from: first + 1, to: last + 1, total })}
    </strong>
  )
}
