'use client'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { useRecent } from '@/components/page/recent'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import type { Reader } from './reader'
import { RecordActions } from './record-actions'
import { RecordBody } from './record-body'
import { useRecord } from './use-record'

type RecordViewProps = { environment: EnvironmentName; id: string; me: Reader }

/** The record of one check as a page. The document title does not contain the name. */
export function RecordView({ environment, id, me }: RecordViewProps) {
  const t = useTranslations('history')
  const { record, data, reveal } = useRecord(id)
  const href = pages.historyItem(environment, id)
  // the recent pages have the name as this role sees it
  useRecent(data ? { kind: 'check', href, label: data.name } : null)
  if (!record) return null
  return (
    <Page
      breadcrumb={[{ label: t('title'), href: pages.history(environment) }, { label: t('record') }]}
      title={<span translate="no">{record.name || t('deleted')}</span>}
    >
      <div className="max-w-3xl p-6 max-md:p-4">
        <RecordBody {...{ record, me, reveal }} />
        <div className="mt-6 flex flex-wrap gap-2">
          <RecordActions {...{ record, me }} />
        </div>
      </div>
    </Page>
  )
}
