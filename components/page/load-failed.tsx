'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Banner } from '@/components/ui/messages/banner'

type LoadFailedProps = { retry: () => void; children: ReactNode; className?: string }

/** Says what could not be loaded; its button loads it again. */
export function LoadFailed({ retry, children, className }: LoadFailedProps) {
  const t = useTranslations('ui')
  return (
    <Banner
      kind="error"
      className={className}
      action={
        <Button size="sm" onClick={() => retry()}>
          {t('tryAgain')}
        </Button>
      }
    >
      {children}
    </Banner>
  )
}
