'use client'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button'

type PagerProps = { newer?: () => void; older?: () => void; children?: ReactNode; busy?: boolean }

/** The keyboard goes on at the top of the new page; the pointer stays where it is. */
const goToTop = ({ detail, currentTarget }: MouseEvent) => {
  const list = currentTarget.closest('nav')?.previousElementSibling as HTMLElement | null | undefined
  if (detail !== 0) return
  list?.focus({ preventScroll: true })
  list?.scrollIntoView({ block: 'start' })
}

/** Below a `TableRegion`: newer and older pages of a keyset list; `children` are on the left ("2,914 rows"). */
export function Pager({ newer, older, children, busy }: PagerProps) {
  const t = useTranslations('ui')
  const turn = (go: () => void) => (event: MouseEvent) => {
    goToTop(event)
    go()
  }
  return (
    <nav
      aria-label={t('pager.label')}
      className="flex items-center gap-3 px-6 py-2.5 text-sm text-fg-muted max-md:px-4"
    >
      <span className="num mr-auto">{children}</span>
      {newer && (
        <Button size="sm" icon="chevron-left" busy={busy} onClick={turn(newer)}>
          {t('pager.newer')}
        </Button>
      )}
      {older && (
        <Button size="sm" icon="chevron-right" busy={busy} onClick={turn(older)}>
          {t('pager.older')}
        </Button>
      )}
    </nav>
  )
}
