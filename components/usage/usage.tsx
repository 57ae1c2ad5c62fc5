'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { Entries } from './entries'
import { EntryDialog } from './entry-dialog'
import { LedgerTable } from './ledger-table'
import { LimitsLine } from './limits-line'
import { type UsagePeriod, usageQuery } from './queries'
import { SettingsForm } from './settings-form'
import { SpendingChart } from './spending-chart'
import { SpendingTable } from './spending-table'
import { UsageTiles } from './usage-tiles'

/** Balance, rate of use, top-ups, and whether sent, acknowledged and shown numbers match. */
export function Usage() {
  const t = useTranslations('usage')
  const { data } = useQuery(usageQuery)
  const [period, setPeriod] = useState<UsagePeriod>({})
  const [entry, setEntry] = useState<'top_up' | 'correction' | null>(null)
  const actions = (
    <>
      <Button size="sm" icon="pencil" compact onClick={() => setEntry('correction')}>
        {t('correct')}
      </Button>
      <Button variant="primary" size="sm" icon="plus" compact onClick={() => setEntry('top_up')}>
        {t('topUp')}
      </Button>
    </>
  )
  return (
    <Page title={t('title')} meta={t('lead')} actions={actions}>
      {data && <UsageTiles usage={data} />}
      <SpendingChart period={period} onPeriod={setPeriod} />
      {data && <LimitsLine settings={data.settings} />}
      <SpendingTable period={period} />
      <LedgerTable period={period} />
      {data && <Entries entries={data.entries} />}
      {data && <SettingsForm saved={data.settings} />}
      {entry && <EntryDialog kind={entry} onClose={() => setEntry(null)} />}
    </Page>
  )
}
