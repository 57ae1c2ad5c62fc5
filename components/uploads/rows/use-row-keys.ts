'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useWalkKeys, type WalkEnd } from '@/components/page/walk-keys'

/** J and K move through the rows with a record, also those not rendered yet; Enter follows the link. */
export function useUploadRowKeys(count: number, more: boolean, scrollTo: (index: number) => void) {
  const t = useTranslations('bulk.list')
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current !== null && focusRow(wanted.current)) wanted.current = null
  })
  const step = (by: 1 | -1): WalkEnd | null => {
    if (count === 0) return 'none'
    const focused = document.activeElement?.getAttribute('data-row')
    const next = focused ? Number(focused) + by : firstInSight()
    if (next < 0) return 'first'
    if (next >= count) return more ? 'loading' : 'last'
    scrollTo(next)
    if (!focusRow(next)) wanted.current = next
    return null
  }
  useWalkKeys(step, { next: t('next'), previous: t('previous') })
}

function focusRow(index: number): boolean {
  const link = document.querySelector<HTMLElement>(`[data-row="${index}"]`)
  link?.focus({ preventScroll: true })
  return link !== null
}

function firstInSight(): number {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const seen = links.find((link) => link.getBoundingClientRect().top >= 0)
  return Number((seen ?? links[0])?.dataset.row ?? 0)
}
