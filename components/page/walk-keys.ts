'use client'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/messages/toast'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'

/** Why J or K did not move. */
export type WalkEnd = 'first' | 'last' | 'none' | 'loading'

/** J and K move through rows. `step` moves, or returns why it did not, which is announced. */
export function useWalkKeys(step: (by: 1 | -1) => WalkEnd | null, words: { next: string; previous: string }) {
  const t = useTranslations('ui.walk')
  const walk = (by: 1 | -1) => {
    const end = step(by)
    if (end) toast(t(end))
  }
  useShortcut('j', () => walk(1), { label: words.next })
  useShortcut('k', () => walk(-1), { label: words.previous })
}

/**
 * J and K move the focus through the links of a list's rows (`data-row`); from elsewhere J goes to the first and K to
 * `upTo`.
 */
export function useWalkRows(words: { next: string; previous: string }, upTo: 'first' | 'last' = 'first') {
  useWalkKeys((by) => {
    const links = [...document.querySelectorAll<HTMLElement>('[data-row]')]
    if (links.length === 0) return 'none'
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next = at >= 0 ? at + by : by > 0 || upTo === 'first' ? 0 : links.length - 1
    if (!links[next]) return by > 0 ? 'last' : 'first'
    links[next].focus()
    return null
  }, words)
}
