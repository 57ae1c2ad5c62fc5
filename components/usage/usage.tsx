'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/shell/page'
import { Button } from '@/components/ui/button'
import { Entries } from './entries'
import { EntryDialog } from './entry-dialog'
import { LedgerTable } from './ledger-table'
import { usageQuery } from './queries'
import { UsageTiles } from './usage-tiles'
import './usage.css'

/** What is left, how fast it goes, what people put in, and whether sent, taken and shown say the same. */
export function Usage() {
  const t = useTranslations('usage')
  const { data } = useQuery(usageQuery)
  const [entry, setEntry] = useState<'top_up' | 'correction' | null>(null)
  const actions = (
    <>
      <Button onClick={() => setEntry('correction')}>{t('correct')}</Button>
      <Button variant="primary" icon="plus" onClick={() => setEntry('top_up')}>
        {t('topUp')}
      </Button>
    </>
  )
  return (
    <Page breadcrumb={[{ label: t('title') }]} title={t('title')} meta={t('lead')} headActions={actions}>
      {data && <UsageTiles usage={data} />}
      <LedgerTable />
      {data && <Entries entries={data.entries} />}
      {entry && <EntryDialog kind={entry} onClose={() => setEntry(null)} />}
    </Page>
  )
}
