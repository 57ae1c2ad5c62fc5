'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { itemIdOf } from './url'

/**
 * The item that the address opens. Kept as state of its own, so that the next item is on screen at once and does
 * not wait for the router; back, forward and links are followed.
 */
export function useOpenItem() {
  const pathname = usePathname()
  const [openId, setOpenId] = useState(itemIdOf(pathname))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says when; where we are now, the window knows
  useEffect(() => setOpenId(itemIdOf(window.location.pathname)), [pathname])
  useEffect(() => {
    const follow = () => setOpenId(itemIdOf(window.location.pathname))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const go = (href: string, push: boolean) => {
    if (push) window.history.pushState(null, '', href)
    else window.history.replaceState(null, '', href)
    setOpenId(itemIdOf(new URL(href, window.location.origin).pathname))
  }
  return { openId, go }
}
