'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { isLocked } from '@/components/reviews/desk/order'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { cx } from '@/components/ui/cx'
import { Icon, type IconName } from '@/components/ui/icons/icon'
import { announce } from '@/components/ui/messages/live-text'
import { minutesAndSeconds, useServerNow } from '@/components/ui/use-server-now'
import type { ReviewItem } from '@/lib/reviews/view'
import { TakeOver } from './take-over'

const WARN_MS = 2 * 60_000

/** "Claimed by you 9:41 left"; below two minutes it is announced once. */
export function ClaimLine({ until, item, desk }: { until: string | null; item: ReviewItem; desk: Desk }) {
  const myId = desk.me.id
  const t = useTranslations('review.claim')
  const now = useServerNow(1_000)
  const left = until ? Date.parse(until) - now : 0
  const said = useRef(false)
  useEffect(() => {
    if (left <= 0 || left > WARN_MS) {
      said.current = false
    } else if (!said.current) {
      said.current = true
      announce(t('ending'))
    }
  }, [left, t])
  if (isLocked(item, myId)) {
    return (
      <ClaimBox icon="lock" words={t('other', { name: item.claimedBy?.name ?? '' })}>
        {item.blocked === 'claimed_by_other' && <TakeOver item={item} desk={desk} />}
      </ClaimBox>
    )
  }
  // reserve its space, so that the buttons below do not move when it appears
  const none = left <= 0
  const clock = minutesAndSeconds(Math.max(Math.floor(left / 1000), 0))
  return (
    <ClaimBox icon="lock-open" words={t('mine')} none={none}>
      <span className="num ml-auto" suppressHydrationWarning>
        {t('left', { clock })}
      </span>
    </ClaimBox>
  )
}

type ClaimBoxProps = { icon: IconName; words: string; none?: boolean; children: ReactNode }

function ClaimBox({ icon, words, none, children }: ClaimBoxProps) {
  return (
    <p
      className={cx(
        'mb-3.5 flex min-h-12 items-center gap-2 rounded-lg border border-border bg-surface-2 px-3 py-1 text-sm leading-5 text-fg-muted',
        none && 'invisible',
      )}
      aria-hidden={none || undefined}
    >
      <Icon name={icon} className="size-4 flex-none text-accent" />
      <b className="min-w-0 truncate font-medium text-fg">{words}</b>
      {children}
    </p>
  )
}
