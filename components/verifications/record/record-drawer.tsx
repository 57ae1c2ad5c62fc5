'use client'
import { useTranslations } from 'use-intl'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { Banner } from '@/components/ui/messages/banner'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { toast } from '@/components/ui/messages/toast'
import { Drawer } from '@/components/ui/overlays/dialog'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import type { Reader } from './reader'
import { RecordActions } from './record-actions'
import { RecordBody } from './record-body'
import { useRecord } from './use-record'

export type RecordDrawerProps = {
  /** The open check, or null. */
  id: string | null
  /** Its name until the record has loaded. */
  fallbackName: string | null | undefined
  environment: EnvironmentName
  me: Reader
  previous: string | undefined
  next: string | undefined
  onGo: (id: string) => void
  onClose: () => void
}

/** The record of one check over a list. J and K move to the next one with the drawer open. */
export function RecordDrawer({ id, fallbackName, environment, me, ...walk }: RecordDrawerProps) {
  const t = useTranslations('history')
  const { record, reveal, isPending, isError } = useRecord(id)
  const step = { onGo: walk.onGo, enabled: id !== null }
  return (
    <Drawer
      open={id !== null}
      onClose={walk.onClose}
      title={<span translate="no">{record?.name || fallbackName || t('record')}</span>}
      footer={record && <RecordActions key={record.id} record={record} me={me} />}
    >
      <div className="-mt-1 mb-4 flex items-center gap-2">
        <Step {...step} keys="k" label={t('keys.previous')} icon="chevron-up" to={walk.previous} />
        <Step {...step} keys="j" label={t('keys.next')} icon="chevron-down" to={walk.next} />
        {id && (
          <ButtonLink size="sm" className="ml-auto" href={pages.historyItem(environment, id)}>
            {t('openFull')}
          </ButtonLink>
        )}
      </div>
      {record && <RecordBody key={record.id} {...{ record, me, reveal }} />}
      {isPending && id && <Skeleton className="h-40" label={t('loadingRecord')} />}
      {isError && <Banner kind="error">{t('recordFailed')}</Banner>}
    </Drawer>
  )
}

type StepProps = {
  keys: 'j' | 'k'
  label: string
  icon: 'chevron-up' | 'chevron-down'
  to: string | undefined
  onGo: (id: string) => void
  enabled: boolean
}

function Step({ keys, label, icon, to, onGo, enabled }: StepProps) {
  const t = useTranslations('ui.walk')
  const go = () => (to ? onGo(to) : toast(t(keys === 'j' ? 'last' : 'first')))
  useShortcut(keys, go, { label, enabled, inDialog: true })
  return (
    <IconButton
      size="sm"
      variant="default"
      label={label}
      icon={icon}
      aria-disabled={to ? undefined : true}
      onClick={go}
    />
  )
}
