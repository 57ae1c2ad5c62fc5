'use client'
import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect } from 'react'

/** The height of an ordinary line on a wide screen. */
export const USUAL_HEIGHT = 57

/**
 * Keeps `height` at that of an ordinary line: the lowest one drawn at this width. Lines may be higher, but ordinary ones
 * move no other line, so a list of 100,000 isn't laid out again for them.
 */
export function useLineHeight(
  body: RefObject<HTMLElement | null>,
  height: RefObject<number>,
  virtual: Virtualizer<Window, HTMLTableRowElement>,
): void {
  useLayoutEffect(() => {
    let seen = 0
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr:has([data-row])') ?? [])]
      if (width === seen || rows.length === 0) return
      seen = width
      const lowest = Math.min(...rows.map(({ offsetHeight }) => offsetHeight))
      if (lowest === height.current) return
      height.current = lowest
      virtual.measure()
      for (const row of virtual.elementsCache.values()) virtual.measureElement(row)
    })
    if (body.current) observer.observe(body.current)
    return () => observer.disconnect()
  }, [body, height, virtual])
}
