/**
 * Where the focus returns when a dialog closes: to what opened it, else to the table around it, else to the page. What
 * opened it may be deleted a moment later, as a row is by its own dialog; then `keepFocus` passes the focus on.
 */
export function focusReturn(active: Element | null): () => void {
  const opener = active instanceof HTMLElement && active !== document.body ? active : null
  const around = opener?.parentElement?.closest<HTMLElement>('[tabindex]')
  return () => {
    // a person may have moved it since
    if (document.activeElement !== document.body) return
    const place = [opener, around, document.getElementById('main')].find((each) => each?.isConnected)
    place?.focus({ preventScroll: place !== opener })
  }
}

/**
 * Keeps the focus on the page: when what has it is removed, as a button is that removes its own row, the focus goes on to
 * the table around it, else to the page. A dialog or menu that closes returns the focus itself.
 * @returns a function that ends this
 */
export function keepFocus(): () => void {
  let focused = document.activeElement
  let passOn = focusReturn(focused)
  const remember = () => {
    focused = document.activeElement
    passOn = focusReturn(focused)
  }
  const changes = new MutationObserver(() => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    const layer = focused.closest('[role=dialog],[role=menu]')
    if (!layer || layer.isConnected) passOn()
  })
  changes.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  return () => {
    changes.disconnect()
    document.removeEventListener('focusin', remember)
  }
}
