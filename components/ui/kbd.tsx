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

/** The same keys for `aria-keyshortcuts`; a sequence has no form there. */
export function ariaKeys(keys: string | undefined): string | undefined {
  if (!keys || keys.includes(' ')) return undefined
  return keys.replace('$mod', 'Control')
}

/** A word with the key that does the same, for a label that is handed over. */
export const withKey = (word: string, keys: string): ReactNode => (
  <>
    {word} <Kbd keys={keys} />
  </>
)

/** A printed key. Hidden from screen readers: the button carries `aria-keyshortcuts`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
    <kbd className="kbd" data-single={keys.length === 1 || undefined} aria-hidden="true">
      {printedKeys(keys)}
    </kbd>
  )
}
