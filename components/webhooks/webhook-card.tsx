'use client'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Disclosure } from '@/components/ui/disclosure'
import { Switch } from '@/components/ui/fields/switch'
import { Time } from '@/components/ui/format'
import type { IconName } from '@/components/ui/icons/icon'
import { Banner } from '@/components/ui/messages/banner'
import { ConfirmDialog } from '@/components/ui/overlays/dialog'
import type { DeliveryResult } from '@/lib/webhooks/post.server'
import type { NewSecret, WebhookState, WebhookView } from '@/lib/webhooks/view'
import { Deliveries } from './deliveries'
import { useEventWords } from './event-boxes'
import { failureReason } from './failure-reason'
import { useWebhookActions } from './use-webhook-actions'

const ICONS: Record<WebhookState, IconName> = {
  on: 'circle-check',
  off: 'circle-slash',
  given_up: 'triangle-exclamation-point',
}
type WebhookCardProps = { webhook: WebhookView; onSecret: (secret: NewSecret) => void }

/** One webhook with its events, state and log, without its secret. */
export function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const t = useTranslations('webhooks')
  const words = useEventWords()
  const id = useId()
  const acts = useWebhookActions(webhook, onSecret)
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null)
  const { turn } = acts
  const { url, state, events, waiting, lastDeliveredAt, previousUntil } = webhook
  const shown = turn.isPending ? turn.variables.on : state === 'on'
  return (
    <article aria-labelledby={id} className="grid gap-3 rounded-lg border border-border p-5">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-mono text-sm break-all" translate="no">
          {url}
        </h2>
        <Chip icon={ICONS[state]}>{t(`state.${state}`)}</Chip>
      </header>
      <p className="text-fg-muted">{events.map((event) => words(event)).join(', ')}</p>
      <p className="text-sm text-fg-muted">
        {lastDeliveredAt
          ? t.rich('last', { time: () => <Time value={lastDeliveredAt} /> })
          : t('neverDelivered')}{' '}
        {waiting > 0 && t('waiting', { count: waiting })}{' '}
        {previousUntil && t.rich('oldSecret', { time: () => <Time value={previousUntil} /> })}
      </p>
      {state === 'given_up' && <Banner kind="warning">{t('givenUp')}</Banner>}
      <div className="flex flex-wrap items-center gap-2">
        <Switch
          label={t('on')}
          checked={shown}
          onChange={(on) => turn.mutate({ events, on, before: { events, on: shown } })}
        />
        <Button size="sm" busy={acts.ping.isPending} onClick={() => acts.ping.mutate()}>
          {t('ping.button')}
        </Button>
        <Button size="sm" onClick={() => setAsked('rotate')}>
          {t('rotate.button')}
        </Button>
        <Button size="sm" onClick={() => setAsked('remove')}>
          {t('remove.button')}
        </Button>
      </div>
      <p role="status">{acts.ping.data && <PingWords pinged={acts.ping.data} />}</p>
      <Disclosure summary={t('log.title')}>
        <Deliveries
          webhookId={webhook.id}
          label={t('log.of', { url })}
          replaying={acts.replay.isPending ? acts.replay.variables : undefined}
          onReplay={acts.replay.mutate}
        />
      </Disclosure>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && t(`${asked}.title`)}
        confirmLabel={asked ? t(`${asked}.confirm`) : ''}
        danger={asked === 'remove'}
        onConfirm={() => {
          if (asked === 'rotate') acts.rotate.mutate({ before: { previousUntil } })
          if (asked === 'remove') acts.remove.mutate()
          setAsked(null)
        }}
      >
        {asked === 'rotate' && previousUntil
          ? t.rich('rotate.again', { time: () => <Time value={previousUntil} /> })
          : asked && t(`${asked}.text`)}
      </ConfirmDialog>
    </article>
  )
}

function PingWords({ pinged: { code, httpStatus } }: { pinged: DeliveryResult }) {
  const t = useTranslations('webhooks')
  if (code === null) return t('ping.taken', { status: httpStatus ?? 0 })
  return t('ping.failed', { why: failureReason(t, code, httpStatus) })
}
