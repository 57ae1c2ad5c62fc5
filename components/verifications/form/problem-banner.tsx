'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Problem } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import { useGo } from '@/components/ui/overlays/use-go'
import { serverNow } from '@/components/ui/server-now'
import { Code, CodeList } from '@/components/verifications/result/code-list'
import { pages } from '@/lib/http/paths'
import { hasKey, keyOr } from '@/lib/platform/language/keys'
import { LimitBanner } from './limit-banner'

export type ProblemBannerProps = { problem: Problem; admin: boolean; onRetry: () => void; onDrop: () => void }

const LIMITED = ['upstream_rate_limited', 'local_rate_limited']
/** Retrying cannot help before somebody has changed something. */
const NO_RETRY = [
  'credits_exhausted',
  'upstream_rejected_input',
  'forbidden',
  'upstream_redirect',
  'second_person_required',
  'spend_limit_reached',
]

/** The values in the messages of some problems. */
const valuesOf = ({ body }: Problem) => ({ limit: Number(body.limit) })

/** Why nothing was checked. The input stays in the form. */
export function ProblemBanner({ problem, admin, onRetry, onDrop }: ProblemBannerProps) {
  const t = useTranslations('check.problem')
  const go = useGo()
  if (LIMITED.includes(problem.code)) return <LimitBanner onRetry={onRetry} onDrop={onDrop} />
  const code = problem.status === 403 ? 'forbidden' : problem.code
  const key = hasKey(t, `${code}.title`) ? code : problem.status >= 502 ? 'upstream_unavailable' : 'other'
  const action =
    key === 'upstream_auth_failed' && admin ? (
      <Button size="sm" onClick={() => go(pages.connections())}>
        {t('openConnections')}
      </Button>
    ) : NO_RETRY.includes(key) ? undefined : (
      <Button size="sm" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    )
  return (
    <div className="grid gap-2">
      <Banner kind="error" title={t(keyOr(t, `${key}.title`, 'other.title'))} action={action}>
        {t(keyOr(t, `${key}.text`, 'other.text'), valuesOf(problem))}
      </Banner>
      {problem.status > 0 && <ProblemDetails problem={problem} />}
    </div>
  )
}

function ProblemDetails({ problem }: { problem: Problem }) {
  const t = useTranslations('check.details')
  const [at] = useState(() => new Date(serverNow()))
  const { status, code, message, requestId } = problem
  const lines = [
    [t('http'), String(status)],
    [t('code'), code],
    [t('message'), message],
    [t('reference'), requestId ?? ''],
  ].filter(([, value]) => value !== '')
  const copied = [...lines, [t('time'), at.toISOString()]].map((line) => line.join(': ')).join('\n')
  return (
    <Disclosure summary={t('summary')}>
      <CodeList>
        {lines.map(([term, value]) => (
          <Code key={term} term={term}>
            {value}
          </Code>
        ))}
        <Code term={t('time')}>
          <Time value={at} form="full" />
        </Code>
      </CodeList>
      <CopyButton text value={copied} label={t('copy')} />
    </Disclosure>
  )
}
