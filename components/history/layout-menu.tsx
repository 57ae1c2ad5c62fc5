'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { loadWithRetry } from '@/components/ui/lazy'
import { Popover } from '@/components/ui/overlays/popover'
import type { LayoutProps } from './layout-settings'

const LayoutSettings = dynamic(() =>
  loadWithRetry(() => import('./layout-settings').then((part) => part.LayoutSettings)),
)

/** The button of the columns and the row height. */
export function LayoutMenu(props: LayoutProps) {
  const t = useTranslations('history.layout')
  const trigger = (
    <Button size="sm" icon="columns-3" compact>
      {t('button')}
    </Button>
  )
  return (
    <Popover trigger={trigger} label={t('label')} align="end">
      <LayoutSettings {...props} />
    </Popover>
  )
}
