'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { StatusChip } from '@/components/outcome/status-chip'
import { ShortIban } from '@/components/page/short-iban'
import { NoteBox } from '@/components/reviews/desk/boxes'
import { signalsQuery } from '@/components/reviews/desk/queries'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/messages/skeleton'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { type ReviewItem, SIGNAL_KINDS, type SignalCheck, type SignalKind } from '@/lib/reviews/view'
import { outcomeOf } from '@/lib/verifications/outcome'

type SignalsBoxProps = { item: ReviewItem; environment: EnvironmentName }

/** Typical signs of payment redirection, beside the names under review. */
export function SignalsBox({ item, environment }: SignalsBoxProps) {
  const t = useTranslations('review.signals')
  const kinds = SIGNAL_KINDS.filter((kind) => item.signals[kind] > 0)
  if (kinds.length === 0) return null
  return (
    <NoteBox warning label={t('title')} icon="triangle-exclamation-point">
      {kinds.map((kind) => (
        <Signal key={kind} kind={kind} item={item} environment={environment} />
      ))}
    </NoteBox>
  )
}

function Signal({ kind, item, environment }: SignalsBoxProps & { kind: SignalKind }) {
  const t = useTranslations('review.signals')
  const [open, setOpen] = useState(false)
  const { data } = useQuery({ ...signalsQuery(environment, item.id), enabled: open })
  return (
    <details className="disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="font-medium text-fg">
        <Icon name="chevron-right" />
        {t(kind, { count: item.signals[kind] })}
      </summary>
      {open && !data && <Skeleton className="my-2 h-6" label={t('loading')} />}
      {data && (
        <ul aria-label={t(kind, { count: item.signals[kind] })}>
          {data[kind].map((check) => (
            <Line key={check.id} check={check} environment={environment} />
          ))}
        </ul>
      )}
    </details>
  )
}

function Line({ check, environment }: { check: SignalCheck; environment: EnvironmentName }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
      <Time value={check.at} form="date" className="num text-fg-muted" />
      <Link href={pages.historyItem(environment, check.id)} translate="no">
        {check.name}
      </Link>
      <ShortIban iban={check.iban} className="font-mono" />
      <StatusChip kind={outcomeOf(check)} />
    </li>
  )
}
