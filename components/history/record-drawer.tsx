'use client'
import { useEffect, useState } from 'react'
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
import { pages } from '@/lib/http/paths'
import { isUuid } from '@/lib/platform/uuid'
import type { History } from './use-history'

/** The record of one check over the list. J and K move to the next one with the drawer open. */
export function RecordDrawer({ history, me }: { history: History; me: Reader }) {
  const t = useTranslations('history')
  const id = history.filters.open
  const open = isUuid(id)
  // an address that opens a record draws it after the first paint: the server has no place for layers
  const [painted, setPainted] = useState(false)
  useEffect(() => setPainted(true), [])
  const { record, reveal, isPending, isError } = useRecord(open ? id : null)
  const row = history.items.find((item) => item.id === id)
  const name = record?.name || row?.name || t('record')
  return (
    <Drawer
      open={open && painted}
      onClose={history.close}
      title={<span translate="no">{name}</span>}
      footer={record && <RecordActions record={record} me={me} />}
    >
      <div className="-mt-1 mb-4 flex items-center gap-2">
        <Step history={history} by={-1} />
        <Step history={history} by={1} />
        {open && (
          <ButtonLink size="sm" className="ml-auto" href={pages.historyItem(history.environment, id)}>
            {t('openFull')}
          </ButtonLink>
        )}
      </div>
      {record && <RecordBody {...{ record, me, reveal }} />}
      {isPending && open && <Skeleton className="h-40" label={t('loadingRecord')} />}
      {isError && <Banner kind="error">{t('recordFailed')}</Banner>}
    </Drawer>
  )
}

function Step({ history, by }: { history: History; by: 1 | -1 }) {
  const t = useTranslations('history')
  const to = history.neighbour(by)
  const label = t(by > 0 ? 'keys.next' : 'keys.previous')
  const go = () => to && history.open(to)
  useShortcut(by > 0 ? 'j' : 'k', go, { label, enabled: history.filters.open !== '', inDialog: true })
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
