'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Banner } from '@/components/ui/messages/banner'

const FIRST_WAIT_S = 60

/** The shared rate limit: counts down and then sends automatically. */
export function LimitBanner({ onRetry, onDrop }: { onRetry: () => void; onDrop: () => void }) {
  const t = useTranslations('check.limit')
  const [left, setLeft] = useState(FIRST_WAIT_S)
  useEffect(() => {
    if (left === 0) {
      onRetry() // not returned: its promise would be called as the cleanup
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left, onRetry])
  const cancel = (
    <Button size="sm" onClick={onDrop}>
      {t('cancel')}
    </Button>
  )
  return (
    <Banner kind="info" action={cancel}>
      <span className="num">
        {t.rich('text', {
          seconds: left,
          // it changes every second, so it is not announced
          wait: (words) => <span aria-hidden="true">{words}</span>,
        })}
      </span>
    </Banner>
  )
}
