'use client'
import { usePathname } from 'next/navigation'
import { type EnvironmentName, pages } from '@/lib/http/paths'

/** Sandbox pages are under /sandbox, live pages at the root. */
export const environmentOf = (pathname: string): EnvironmentName =>
  pathname === '/sandbox' || pathname.startsWith('/sandbox/') ? 'sandbox' : 'live'

/** The environment of the page on screen. */
export const useEnvironment = (): EnvironmentName => environmentOf(usePathname())

const KINDS = ['check', 'bulk', 'review', 'history'] as const

/** The same kind of page in the other environment, without the id. */
export function samePage(pathname: string, environment: EnvironmentName): string {
  const kind = KINDS.find((name) => pathname.split('/').slice(1, 3).includes(name))
  return kind ? pages[kind](environment) : pages.home(environment)
}
