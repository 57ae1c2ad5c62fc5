'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useShortcut } from '@/components/ui/shortcut'

/** J and K walk through the links of the rows; Enter then opens one, as with any link. */
export function useRowKeys() {
  const t = useTranslations('history')
  const body = useRef<HTMLTableSectionElement>(null)
  const walk = (by: 1 | -1) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by
    links[next]?.focus()
  }
  useShortcut('j', () => walk(1), { label: t('keys.next') })
  useShortcut('k', () => walk(-1), { label: t('keys.previous') })
  return body
}
