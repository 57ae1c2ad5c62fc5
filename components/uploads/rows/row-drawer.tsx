'use client'
import { useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/banner'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { useShortcut } from '@/components/ui/shortcut'
import { Skeleton } from '@/components/ui/skeleton'
import type { Reader } from '@/components/verifications/record/reader'
import { RecordActions } from '@/components/verifications/record/record-actions'
import { RecordBody } from '@/components/verifications/record/record-body'
import { useRecord } from '@/components/verifications/record/use-record'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import type { Rows } from './use-rows'

type RowDrawerProps = { rows: Rows; reader: Reader; environment: EnvironmentName }

/** The record of a row over the table. J and K move to the next one. */
export function RowDrawer({ rows, reader, environment }: RowDrawerProps) {
  const t = useTranslations('history')
  const id = rows.openId
  const { record, reveal, isPending, isError } = useRecord(id)
  const row = rows.rows.find((each) => each.verificationId === id)
  return (
    <Drawer
      open={id !== null}
      onClose={() => rows.show(null)}
      title={<span translate="no">{record?.name || row?.name || t('record')}</span>}
      footer={record && <RecordActions record={record} me={reader} />}
    >
      <div className="-mt-1 mb-4 flex items-center gap-2">
        <Step rows={rows} by={-1} />
        <Step rows={rows} by={1} />
        {id && (
          <ButtonLink size="sm" className="ml-auto" href={pages.historyItem(environment, id)}>
            {t('openFull')}
          </ButtonLink>
        )}
      </div>
      {record && <RecordBody {...{ record, reveal }} me={reader} />}
      {isPending && id && <Skeleton className="h-40" label={t('loadingRecord')} />}
      {isError && <Banner kind="error">{t('recordFailed')}</Banner>}
    </Drawer>
  )
}

/** The next row above or below that has a record of its own. */
function neighbour({ rows, openId }: Rows, by: 1 | -1): string | null {
  const at = rows.findIndex((row) => row.verificationId === openId)
  if (at < 0) return null
  const rest = by > 0 ? rows.slice(at + 1) : rows.slice(0, at).reverse()
  return (
    rest.find(({ verificationId }) => verificationId && verificationId !== openId)?.verificationId ?? null
  )
}

function Step({ rows, by }: { rows: Rows; by: 1 | -1 }) {
  const t = useTranslations('bulk.act.keys')
  const to = rows.openId ? neighbour(rows, by) : null
  const label = t(by > 0 ? 'next' : 'previous')
  const go = () => to && rows.show(to)
  useShortcut(by > 0 ? 'j' : 'k', go, { label, enabled: rows.openId !== null, inDialog: true })
  return (
    <IconButton
      size="sm"
      variant="default"
      label={label}
      icon={by > 0 ? 'chevron-down' : 'chevron-up'}
      aria-disabled={to ? undefined : true}
      onClick={go}
    />
  )
}
