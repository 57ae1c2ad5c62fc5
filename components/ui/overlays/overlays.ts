export const OVERLAYS_ID = 'overlays'

/**
 * Every menu and dialog is rendered inside this landmark (see `OverlayRoot`), as accessibility rules require.
 */
export function overlayLandmark(): HTMLElement | undefined {
  if (typeof document === 'undefined') return undefined
  return document.getElementById(OVERLAYS_ID) ?? undefined
}
