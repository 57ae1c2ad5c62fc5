'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Time } from '@/components/ui/format'
import type { IconName } from '@/components/ui/icons/icon'
import { Cell, EmptyRow, HeadCell, RowHeader, Table, TableRegion } from '@/components/ui/table'
import type { DeliveryView } from '@/lib/webhooks/view'
import { useEventWords } from './event-boxes'
import { failureReason } from './failure-reason'
import { deliveriesQuery } from './queries'

const ICONS: Record<DeliveryView['state'], IconName> = {
  waiting: 'clock',
  delivered: 'circle-check',
  failed: 'circle-x',
}
type DeliveriesProps = {
  webhookId: string
  label: string
  /** the delivery that is being sent again */
  replaying: string | undefined
  onReplay: (id: string) => void
}

/** The last hundred deliveries, newest first. */
export function Deliveries({ webhookId, label, replaying, onReplay }: DeliveriesProps) {
  const t = useTranslations('webhooks.log')
  const { data } = useQuery(deliveriesQuery(webhookId))
  return (
    <TableRegion label={label}>
      <Table caption={label} full={false}>
        <thead>
          <tr>
            {(['event', 'time', 'state', 'tries'] as const).map((column) => (
              <HeadCell key={column}>{t(column)}</HeadCell>
            ))}
            <HeadCell>
              <span className="sr-only">{t('actions')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {data?.items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              busy={delivery.id === replaying}
              onReplay={() => onReplay(delivery.id)}
            />
          ))}
          {data?.items.length === 0 && <EmptyRow columns={5}>{t('empty')}</EmptyRow>}
        </tbody>
      </Table>
    </TableRegion>
  )
}

type DeliveryRowProps = { delivery: DeliveryView; busy: boolean; onReplay: () => void }

function DeliveryRow({ delivery, busy, onReplay }: DeliveryRowProps) {
  const t = useTranslations('webhooks')
  const words = useEventWords()
  const { id, event, createdAt, state, tries, problemCode, httpStatus, dueAt } = delivery
  return (
    <tr>
      <RowHeader id={`event-${id}`}>{words(event)}</RowHeader>
      <Cell id={`time-${id}`} quiet>
        <Time value={createdAt} form="clock" />
      </Cell>
      <Cell className="whitespace-normal!">
        <Chip variant="plain" icon={ICONS[state]}>
          {t(`logState.${state}`)}
        </Chip>{' '}
        {problemCode && failureReason(t, problemCode, httpStatus)}{' '}
        {tries > 0 && dueAt && t.rich('log.next', { time: () => <Time value={dueAt} form="clock" /> })}
      </Cell>
      <Cell numeric>{tries}</Cell>
      <Cell className="text-right">
        {event !== 'ping' && state !== 'waiting' && (
          <Button
            id={`replay-${id}`}
            aria-labelledby={`replay-${id} event-${id} time-${id}`}
            size="sm"
            busy={busy}
            onClick={onReplay}
          >
            {t('log.replay')}
          </Button>
        )}
      </Cell>
    </tr>
  )
}
