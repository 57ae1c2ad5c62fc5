'use client'
import { Tabs } from 'radix-ui'
import { useLocale, useTranslations } from 'use-intl'
import { HeaderBar } from '@/components/page/header-bar'
import { useShell } from '@/components/page/page'
import { Button, IconButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
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
      <DeskTabs counts={desk.counts} open={desk.openId !== null} />
      <div className="ml-auto flex items-center max-md:hidden">
        <Button variant="ghost" size="sm" icon="keyboard" keys="?" onClick={openShortcuts}>
          {shellWords('shortcuts')}
        </Button>
      </div>
    </HeaderBar>
  )
}

/** On small screens in a separate row above the list, and hidden while an item fills the screen. */
function DeskTabs({ counts, open }: Pick<Desk, 'counts'> & { open: boolean }) {
  const t = useTranslations('review')
  const locale = useLocale()
  return (
    <Tabs.List
      className={cx(
        'flex min-w-0 gap-0.5 self-stretch max-md:-mx-2 max-md:h-11 max-md:flex-[0_0_100%] max-md:overflow-x-auto md:ml-2.5',
        open && 'max-md:hidden',
      )}
      aria-label={t('tabs')}
    >
      {TABS.map((tab) => (
        <Tabs.Trigger
          key={tab}
          value={tab}
          className="relative flex items-center gap-2 px-2.5 text-sm leading-5 font-medium whitespace-nowrap text-fg-muted hover:text-fg focus-visible:rounded-md focus-visible:-outline-offset-3 aria-selected:text-fg aria-selected:after:absolute aria-selected:after:inset-x-2 aria-selected:after:-bottom-px aria-selected:after:h-0.5 aria-selected:after:rounded-xs aria-selected:after:bg-fg forced-colors:aria-selected:after:bg-[Highlight]"
        >
          {t(`tab.${tab}`)}
          {tab !== 'decided' && counts && (
            <span className="num rounded-full bg-surface-3 px-1.5 text-2xs leading-4.5 text-fg-muted">
              {countText(counts[tab], locale)}
            </span>
          )}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
