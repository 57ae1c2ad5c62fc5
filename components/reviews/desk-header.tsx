'use client'
import { useLocale, useTranslations } from 'use-intl'
import { HeaderBar } from '@/components/page/header-bar'
import { useShell } from '@/components/page/page'
import { Button, IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { isPlainClick } from '@/components/ui/link'
import { openShortcuts } from '@/components/ui/shortcuts/shortcuts-dialog'
import { TABS } from '@/lib/reviews/tabs'
import { countText } from './desk/count'
import type { Desk } from './desk/use-desk'

/** The top bar of the desk, with the tabs beside the page's name. */
export function DeskHeader({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const shellWords = useTranslations('shell')
  const shell = useShell()
  return (
    <HeaderBar className="max-md:flex-wrap max-md:gap-y-0">
      {desk.openId ? (
        <IconButton
          className="-ml-2 md:hidden"
          label={t('backToList')}
          icon="arrow-left"
          onClick={() => desk.show(null, { push: true })}
        />
      ) : (
        <IconButton
          className="-ml-2 md:hidden"
          label={shellWords('openMenu')}
          icon="panel-left"
          onClick={shell?.openMenu}
        />
      )}
      <span className="font-[550]">{t('title')}</span>
      <DeskTabs desk={desk} />
      <div className="ml-auto flex items-center max-md:hidden">
        <Button variant="ghost" size="sm" icon="keyboard" keys="?" onClick={openShortcuts}>
          {shellWords('shortcuts')}
        </Button>
      </div>
    </HeaderBar>
  )
}

/** On small screens in a separate row above the list, and hidden while an item fills the screen. */
function DeskTabs({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const locale = useLocale()
  return (
    <nav
      className={cx(
        'flex min-w-0 gap-0.5 self-stretch max-md:-mx-2 max-md:h-11 overflow-x-auto max-md:flex-[0_0_100%] md:ml-2.5',
        desk.openId !== null && 'max-md:hidden',
      )}
      aria-label={t('tabs')}
    >
      {TABS.map((tab) => (
        <a
          key={tab}
          href={desk.hrefOf(null, tab)}
          aria-current={tab === desk.filters.tab ? 'page' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            desk.showTab(tab)
          }}
          className="relative flex items-center gap-2 px-2.5 text-sm leading-5 font-medium whitespace-nowrap text-fg-muted no-underline hover:text-fg focus-visible:rounded-md focus-visible:-outline-offset-3 aria-[current=page]:text-fg aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:rounded-xs aria-[current=page]:after:bg-fg forced-colors:aria-[current=page]:after:bg-[Highlight]"
        >
          {t(`tab.${tab}`)}
          {tab !== 'decided' && desk.counts && (
            <span className="num rounded-full bg-surface-3 px-1.5 text-2xs leading-4.5 text-fg-muted">
              {countText(desk.counts[tab], locale)}
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}
