import type { MouseEvent } from 'react'

/**
 * Where the focus returns when a dialog closes: to what opened it, else to the table around it, else to the page. What
 * opened it may be deleted a moment later, as a row is by its own dialog; then the focus goes on to the next place. So it
 * does for a button that deletes itself without a dialog.
 */
export function focusReturn(active: Element | null): () => void {
  const opener = active instanceof HTMLElement && active !== document.body ? active : null
  const around = opener?.parentElement?.closest<HTMLElement>('[tabindex]')
  return () => {
    const main = document.getElementById('main')
    const focus = () => {
      const place = [opener, around, main].find((each) => each?.isConnected)
      place?.focus({ preventScroll: place !== opener })
    }
    focus()
    if (!main || !opener?.isConnected) return
    const changes = new MutationObserver(() => {
      const isLost = !opener.isConnected && document.activeElement === document.body
      if (isLost) focus()
      if (document.activeElement !== opener) changes.disconnect()
    })
    changes.observe(main, { childList: true, subtree: true })
  }
}

/** A press of a button that goes away when it has done this: the focus goes on to the next place. */
export const passFocus =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent): void => {
    focusReturn(currentTarget)()
    act()
  }
