'use client'
import { Tabs } from 'radix-ui'
import { useLocale, useTranslations } from 'use-intl'
import { useShell } from '@/components/page/page'
import { Top } from '@/components/page/top'
import { Button, IconButton } from '@/components/ui/button'
import { openShortcuts } from '@/components/ui/shortcuts-dialog'
import { TABS } from '@/lib/reviews/tabs'
import { countText } from './desk/count'
import type { Desk } from './desk/use-desk'

/** The top bar of the desk: the tabs stand beside the name of the page. */
export function DeskHeader({ desk }: { desk: Desk }) {
  const t = useTranslations('review')
  const shellWords = useTranslations('shell')
  const shell = useShell()
  return (
    <Top className="max-md:flex-wrap max-md:gap-y-0">
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
      <DeskTabs counts={desk.counts} />
      <div className="ml-auto flex items-center max-md:hidden">
        <Button variant="ghost" size="sm" icon="keyboard" keys="?" onClick={openShortcuts}>
          {shellWords('shortcuts')}
        </Button>
      </div>
    </Top>
  )
}

function DeskTabs({ counts }: Pick<Desk, 'counts'>) {
  const t = useTranslations('review')
  const locale = useLocale()
  return (
    <Tabs.List className="desk-tabs" aria-label={t('tabs')}>
      {TABS.map((tab) => (
        <Tabs.Trigger key={tab} value={tab} className="desk-tab">
          {t(`tab.${tab}`)}
          {tab !== 'decided' && counts && <span>{countText(counts[tab], locale)}</span>}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
