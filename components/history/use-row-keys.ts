'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { stepThrough, useWalkKeys } from '@/components/page/walk-keys'

/** J and K move through the links of the rows; Enter then opens one, as with any link. */
export function useRowKeys() {
  const t = useTranslations('history')
  const body = useRef<HTMLTableSectionElement>(null)
  const links = () => [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  useWalkKeys((by) => stepThrough(links(), by, 'last'), {
    next: t('keys.next'),
    previous: t('keys.previous'),
  })
  return body
}
