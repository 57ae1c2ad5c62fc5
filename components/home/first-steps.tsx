'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icons/icon'
import { Card } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { toastError } from '@/components/ui/messages/toast'
import { api, type EnvironmentName, pages } from '@/lib/http/paths'
import type { Guide, Step } from '@/lib/users/guide'
import { Block } from './block'

const WHERE: Record<Step, (environment: EnvironmentName) => ReturnType<typeof pages.check>> = {
  connect: pages.connections,
  invite: pages.users,
  check: pages.check,
  file: pages.newUpload,
  decide: pages.review,
  evidence: pages.history,
}

/** The first steps for a new person, ticked as they are done and dismissed permanently. */
export function FirstSteps({ guide, environment }: { guide: Guide; environment: EnvironmentName }) {
  const t = useTranslations('home.guide')
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null
  const dismiss = () => {
    setDismissed(true)
    request(api.accountGuide, { method: 'DELETE' }).catch(() => {
      setDismissed(false)
      toastError(t('failed'))
    })
  }
  const close = (
    <Button size="sm" variant="ghost" onClick={dismiss}>
      {t('dismiss')}
    </Button>
  )
  return (
    <Block title={t('title')} action={close}>
      <Card as="ol" className="grid fit-56 gap-x-5 gap-y-2 px-4 py-3.5">
        {guide.map(({ step, done }) => (
          <li key={step} className="flex gap-2.5">
            <Icon
              name={done ? 'circle-check' : 'circle'}
              className={cx('mt-0.5 size-4.5 flex-none', done ? 'text-match-fg' : 'text-fg-subtle')}
            />
            <span className="min-w-0">
              <Link href={WHERE[step](environment)}>{t(`${step}.title`)}</Link>
              {done && <span className="sr-only"> {t('done')}</span>}
              <small className="block text-sm text-fg-muted">{t(`${step}.text`)}</small>
            </span>
          </li>
        ))}
      </Card>
    </Block>
  )
}
