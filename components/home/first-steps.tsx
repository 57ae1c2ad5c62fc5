'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { toastError } from '@/components/ui/toast'
import { api, type EnvironmentName, pages } from '@/lib/http/paths'
import type { Guide, Step } from '@/lib/users/guide'
import { Block } from './block'

const WHERE: Record<Step, (environment: EnvironmentName) => ReturnType<typeof pages.check>> = {
  check: pages.check,
  file: pages.newUpload,
  decide: pages.review,
  evidence: pages.history,
}

/** The way through the office for somebody new; ticked by doing, put away at once and for good. */
export function FirstSteps({ guide, environment }: { guide: Guide; environment: EnvironmentName }) {
  const t = useTranslations('home.guide')
  const [away, setAway] = useState(false)
  if (away) return null
  const putAway = () => {
    setAway(true)
    request(api.accountGuide, { method: 'DELETE' }).catch(() => {
      setAway(false)
      toastError(t('failed'))
    })
  }
  const close = (
    <Button size="sm" variant="ghost" onClick={putAway}>
      {t('putAway')}
    </Button>
  )
  return (
    <Block title={t('title')} action={close}>
      <ol className="first-steps">
        {guide.map(({ step, done }) => (
          <li key={step} data-done={done}>
            {done ? <Icon name="circle-check" /> : <Icon name="circle" />}
            <span className="min-w-0">
              <Link href={WHERE[step](environment)}>{t(`${step}.title`)}</Link>
              {done && <span className="sr-only"> {t('done')}</span>}
              <small>{t(`${step}.text`)}</small>
            </span>
          </li>
        ))}
      </ol>
    </Block>
  )
}
