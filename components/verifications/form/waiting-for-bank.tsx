'use client'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { announce } from '@/components/ui/messages/live-text'
import { Spinner } from '@/components/ui/messages/spinner'
import { useServerNow } from '@/components/ui/use-server-now'
import { useBank } from './use-bank'

const SHOWN_MS = 400
const COUNTED_MS = 3_000
const SLOW_MS = 10_000

/** Shown while the bank is asked: nothing at first, then the bank's name, then the elapsed time. */
export function WaitingForBank({ since, iban }: { since: number; iban: string }) {
  const t = useTranslations('result.asking')
  const elapsed = useServerNow(200) - since
  const bank = useBank(iban)?.name
  const asking = bank ? t('bank', { bank }) : t('any')
  const isLong = elapsed >= COUNTED_MS
  const isSlow = elapsed >= SLOW_MS
  useEffect(() => {
    if (isLong) announce(isSlow ? t('slow') : asking)
  }, [isLong, isSlow, asking, t])
  if (elapsed < SHOWN_MS) return null
  return (
    <div
      className="flex items-start gap-3.5 rounded-xl border border-(--kind-line) bg-(--kind-soft) px-6 py-4.5 text-(--kind-fg)"
      data-kind="processing"
    >
      <Spinner className="size-6 flex-none" />
      <p>
        <b className="font-semibold">{asking}</b>
        {isLong && <span className="num"> {t('seconds', { seconds: Math.floor(elapsed / 1_000) })}</span>}
        {isSlow && <small className="mt-0.5 block text-sm leading-5 text-fg">{t('slow')}</small>}
      </p>
    </div>
  )
}
