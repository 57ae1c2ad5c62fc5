/** Keys that need Shift or AltGr on some layouts: the modifier is allowed, not required. */
const LAYOUT: Record<string, string> = { '?': '[Shift]+?', '/': '[Shift]+/', '[': '[Alt]+[Control]+[' }

/** The keys in the syntax of tinykeys. */
export const pattern = (keys: string) =>
  keys
    .split(' ')
    .map((press) => LAYOUT[press] ?? press)
    .join(' ')

/** True for Ctrl, ⌘ and Alt combinations; Shift alone is still a single key. */
export const usesModifier = (keys: string) => /(\$mod|Control|Meta|Alt)\+/.test(keys)

const FIELDS = 'input:not([type=checkbox],[type=radio],[type=button]),select,textarea,[contenteditable]'
const LAYERS = '[role=menu],[role=listbox],[role=combobox]'
const ACTIVE = 'a,button,summary,[role=button],[role=radio],[role=tab]'

/** Whether keys go to this element and not to the page: a text field, a menu or a dialog. */
export const isTypedInto = (element: Element | null): boolean =>
  Boolean(element?.closest(`${FIELDS},${LAYERS},[role=dialog]`))

/** The text field to blur on Escape: none in a dialog, a list box or during composition. */
export function fieldToLeave(event: KeyboardEvent): HTMLElement | null {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return null
  const target = event.target as Element | null
  if (!target?.closest || target.closest(`[role=dialog],${LAYERS}`)) return null
  return target.closest<HTMLElement>(FIELDS)
}

/**
 * Whether a key press belongs to the focused element and not to the page: single keys in a text field, a menu or a
 * dialog, Enter on a button, any key during composition.
 */
export function ignoresKey(keys: string, event: KeyboardEvent, inDialog: boolean): boolean {
  if (event.isComposing) return true
  if (usesModifier(keys)) return false
  const target = event.target as Element | null
  if (!target?.closest) return false
  if (target.closest(FIELDS)) return true
  if (target.closest(LAYERS)) return true
  if (!inDialog && document.querySelector('[role=dialog][data-state=open]')) return true
  return event.key === 'Enter' && target.closest(ACTIVE) !== null
}
