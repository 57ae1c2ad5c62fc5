'use client'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Age } from '@/components/reviews/queue/age'
import { Time } from '@/components/ui/format'
import { Icon, type IconName } from '@/components/ui/icons/icon'
import { LineList } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { useServerNow } from '@/components/ui/use-server-now'
import type { HomeData } from '@/lib/home/view'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import type { MessageKey } from '@/lib/platform/language/keys'
import { type AttentionItem, attentionItems } from './attention-items'
import { Block } from './block'

type AttentionProps = { environment: EnvironmentName; data: HomeData; mayReview: boolean }

export function Attention({ environment, data, mayReview }: AttentionProps) {
  const t = useTranslations('home.attention')
  const now = useServerNow(60_000)
  const items = attentionItems(data, now)
  return (
    <Block title={t('title')}>
      {items.length === 0 ? (
        <p className="text-fg-muted">{t('empty')}</p>
      ) : (
        <LineList className="*:min-h-10 *:gap-2.5 *:py-1.5">
          {items.map((item) => (
            <Line key={keyOf(item)} item={item} environment={environment} mayReview={mayReview} />
          ))}
        </LineList>
      )}
    </Block>
  )
}

const ICONS: Record<AttentionItem['kind'], IconName> = {
  connection: 'plug',
  paused: 'pause',
  failed: 'unplug',
  heldBack: 'user-check',
  lost: 'circle-question-mark',
  review: 'inbox',
  holds: 'archive',
  erasure: 'eraser',
  resumable: 'eraser',
  nameless: 'eraser',
  waits: 'user-check',
  loosened: 'list-minus',
  credits: 'triangle-exclamation-point',
}

const keyOf = (item: AttentionItem) =>
  `${item.kind} ${'upload' in item ? item.upload.id : 'id' in item ? item.id : 'what' in item ? item.what : ''}`

const LOOSENED = {
  review_rules: [pages.reviewRules(), 'rules'],
  payment_policy: [pages.paymentPolicy(), 'paymentPolicy'],
  second_factor: [pages.users(), 'users'],
  limits: [pages.limits(), 'limits'],
} as const

type LineProps = { item: AttentionItem; environment: EnvironmentName; mayReview: boolean }

function Line({ item, environment, mayReview }: LineProps) {
  const t = useTranslations('home.attention')
  const words = useId()
  const [href, word] = linkOf(item, environment, mayReview)
  return (
    <li>
      <Icon name={ICONS[item.kind]} className="size-4 flex-none text-fg-muted" />
      <span id={words} className="min-w-0 flex-1">
        <Words item={item} />
      </span>
      <Link href={href} aria-describedby={words} className="flex min-h-6 items-center">
        {t(word)}
      </Link>
    </li>
  )
}

/** The page that resolves it, and the message key of its link. */
function linkOf(
  item: AttentionItem,
  environment: EnvironmentName,
  mayReview: boolean,
): readonly [href: string, word: MessageKey<'home.attention'>] {
  if (item.kind === 'connection') return [pages.connections(), 'connections']
  if (item.kind === 'holds') return [pages.retention(), 'retention']
  if (item.kind === 'erasure' || item.kind === 'resumable' || item.kind === 'nameless')
    return [pages.retention(), 'erasures']
  if (item.kind === 'waits') return [pages.users(), 'users']
  if (item.kind === 'loosened') return LOOSENED[item.what]
  if (item.kind === 'credits') return [pages.usage(), 'usage']
  if (item.kind === 'review') return [pages.review(environment), mayReview ? 'reviewAction' : 'open']
  const doubt = item.kind === 'lost' || (item.kind === 'paused' && item.upload.pauseReason === 'unknown')
  if (doubt && mayReview) return [pages.unknown(), 'decide']
  return ['upload' in item ? pages.upload(item.upload.id) : pages.historyItem(environment, item.id), 'open']
}

function Words({ item }: { item: AttentionItem }): ReactNode {
  const t = useTranslations('home.attention')
  if (item.kind === 'connection') return t(`connection.${item.state}`)
  if (item.kind === 'holds') return t('holds')
  if ('count' in item) return t(item.kind, { count: item.count })
  if (item.kind === 'loosened')
    return t.rich(`loosened.${item.what}`, { name: item.name, time: () => <Time value={item.at} /> })
  if (item.kind === 'credits') return t('credits', { left: item.left })
  if (item.kind === 'review') return t.rich('review', { age: () => <Age since={item.since} /> })
  if (item.kind === 'lost' || item.kind === 'heldBack')
    return (
      <>
        {t(item.kind)} <Time value={item.at} className="text-fg-muted" />
      </>
    )
  const { fileName, counts, pauseReason } = item.upload
  const file = () => <span translate="no">{fileName}</span>
  if (item.kind === 'failed') return t.rich('failed', { file, count: counts.failed })
  return t.rich(`paused.${pauseReason ?? 'user'}`, { file })
}
