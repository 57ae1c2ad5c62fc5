'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/shell/page'
import { useRecent } from '@/components/shell/recent'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { recordQuery } from './queries'
import { RecordActions } from './record-actions'
import { RecordBody } from './record-body'
import type { Reader } from './record-drawer'

type RecordViewProps = { environment: EnvironmentName; id: string; me: Reader }

/** The record of one check as a page of its own. The name stays out of the title of the document. */
export function RecordView({ environment, id, me }: RecordViewProps) {
  const t = useTranslations('history')
  const record = useQuery(recordQuery(id))
  const href = pages.historyItem(environment, id)
  useRecent(record.data ? { kind: 'check', href, label: record.data.name } : null)
  if (!record.data) return null
  return (
    <Page
      breadcrumb={[{ label: t('title'), href: pages.history(environment) }, { label: t('record') }]}
      title={<span translate="no">{record.data.name || t('deleted')}</span>}
    >
      <div className="max-w-3xl p-6 max-md:p-4">
        <RecordBody record={record.data} me={me} />
        <div className="mt-6 flex flex-wrap gap-2">
          <RecordActions record={record.data} me={me} />
        </div>
      </div>
    </Page>
  )
}
