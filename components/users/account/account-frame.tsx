'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { Banner } from '@/components/ui/messages/banner'
import { LinkTabs } from '@/components/ui/tabs'
import { pages } from '@/lib/http/paths'

const SECTIONS = ['profile', 'security', 'preferences', 'keys'] as const
type Section = (typeof SECTIONS)[number]

type AccountFrameProps = { section: Section; owed: boolean; children: ReactNode }

/** The sections of an account. `owed`: nothing else is accessible until a second factor is set up. */
export function AccountFrame({ section, owed, children }: AccountFrameProps) {
  const t = useTranslations('account')
  const tabs = SECTIONS.map((each) => ({
    href: pages.account(each),
    label: t(`section.${each}`),
    current: each === section,
  }))
  return (
    <Page title={t('title')}>
      <div className="px-6 pt-2 max-md:px-4">
        <LinkTabs label={t('title')} tabs={tabs} />
      </div>
      <div className="grid max-w-3xl gap-8 px-6 pt-6 pb-10 max-md:px-4">
        {owed && <Banner kind="warning">{t('owed')}</Banner>}
        {children}
      </div>
    </Page>
  )
}
