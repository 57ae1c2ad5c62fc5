export const OVERLAYS_ID = 'overlays'

/** Every menu, tip and dialog opens inside this landmark (see `OverlayRoot`), so that nothing lies outside one. */
export function overlays(): HTMLElement | undefined {
  if (typeof document === 'undefined') return undefined
  return document.getElementById(OVERLAYS_ID) ?? undefined
}
