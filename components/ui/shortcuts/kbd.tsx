import type { ReactNode } from 'react'

const SIGNS: Record<string, string> = { Enter: '↵', Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑', Alt: 'Alt' }

/** Keys as a person reads them: `$mod+k` → "Ctrl K", `Shift+x` → "Shift X", `g h` → "G H". */
export function printedKeys(keys: string, mac = false): string {
  return keys
    .split(/[ +]/)
    .map((key) =>
      key === '$mod' ? (mac ? '⌘' : 'Ctrl') : (SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    )
    .join(' ')
}

/** The same keys for `aria-keyshortcuts`, which has no syntax for sequences. */
export function ariaKeys(keys: string | undefined): string | undefined {
  if (!keys || keys.includes(' ')) return undefined
  return keys.replace('$mod', 'Control')
}

/** A label with its shortcut, for labels passed as text. */
export const withKey = (word: string, keys: string): ReactNode => (
  <>
    {word} <Kbd keys={keys} />
  </>
)

/** A printed key. Hidden from screen readers, because the button has `aria-keyshortcuts`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
    <kbd className="kbd" data-single={keys.length === 1 || undefined} aria-hidden="true">
      {printedKeys(keys)}
    </kbd>
  )
}
