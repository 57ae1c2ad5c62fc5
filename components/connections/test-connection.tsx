'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Duration } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { Spinner } from '@/components/ui/messages/spinner'
import {
  type ConnectionTest,
  type ConnectionView,
  TEST_PAUSE_SECONDS,
  TEST_STEPS,
} from '@/lib/connections/view'
import { adminApi } from '@/lib/http/admin-paths'
import { hasKey } from '@/lib/platform/language/keys'
import { connectionsQuery } from './queries'

/** Faster than any network response, so the token came from the cache. */
const CACHED_MS = 20

/** The three steps of a test, shown while they run. `children` are beside the button. */
export function TestConnection({
  connection,
  children,
}: {
  connection: ConnectionView
  children: ReactNode
}) {
  const t = useTranslations('connections.test')
  const client = useQueryClient()
  const [resting, setResting] = useState(false)
  const test = useMutation({
    mutationFn: () => request<ConnectionTest>(adminApi.connectionTest(connection.id), { method: 'POST' }),
    onSuccess: ({ state }) => setResting(state === 'working'),
    onError: (error) => setResting(problemCode(error) === 'tested_just_now'),
    onSettled: () => client.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  })
  useEffect(() => {
    if (!resting) return
    const timer = setTimeout(() => setResting(false), TEST_PAUSE_SECONDS * 1_000)
    return () => clearTimeout(timer)
  }, [resting])
  const failed = test.error && problemCode(test.error) !== 'tested_just_now'
  return (
    <>
      <div className="mt-4.5 flex flex-wrap gap-2">
        <Button
          icon="plug-zap"
          busy={test.isPending}
          aria-disabled={test.isPending || resting || undefined}
          onClick={() => !resting && !test.isPending && test.mutate()}
        >
          {t(test.isPending ? 'running' : resting ? 'justNow' : 'button')}
        </Button>
        {children}
      </div>
      {(test.isPending || test.data) && <Steps test={test.isPending ? undefined : test.data} />}
      <div role="status" className="not-empty:mt-3">
        {!test.isPending && test.data && <Outcome test={test.data} connection={connection} />}
        {!test.isPending && failed && (
          <p>
            <b>{t('error')}</b> {t('errorNext')}
          </p>
        )}
      </div>
    </>
  )
}

function Steps({ test }: { test: ConnectionTest | undefined }) {
  const t = useTranslations('connections.test')
  return (
    <ol aria-label={t('steps')} className="mt-4 grid gap-2">
      {TEST_STEPS.map((step) => {
        const found = test?.steps.find((each) => each.step === step)
        return (
          <li key={step} className="flex items-center gap-2">
            {test ? <StepIcon ok={found?.ok ?? null} /> : <Spinner className="size-4 text-fg-muted" />}
            <span>{t(step)}</span>
            {test && (
              <span className="sr-only">
                {t(found?.ok ? 'ok' : found?.ok === false ? 'failed' : 'skipped')}
              </span>
            )}
            {found && (found.ms ?? 0) >= CACHED_MS && (
              <span className="num text-fg-muted">
                <Duration ms={found.ms ?? 0} />
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function StepIcon({ ok }: { ok: boolean | null }) {
  if (ok === null) return <Icon name="circle-dashed" className="size-4 text-fg-muted" />
  return (
    <Icon
      name={ok ? 'circle-check' : 'x'}
      className={cx('size-4', ok ? 'text-match-fg' : 'text-nomatch-fg')}
    />
  )
}

/** The result of the test in a sentence; a failure names the next step. */
function Outcome({ test, connection }: { test: ConnectionTest; connection: ConnectionView }) {
  const t = useTranslations('connections.test')
  const format = useFormatter()
  const ms = test.steps.find(({ step }) => step === 'token')?.ms ?? 0
  const values = {
    host: hostOf(connection.baseUrl),
    seconds: format.number(ms / 1_000, { maximumFractionDigits: 1 }),
  }
  if (test.state === 'not_tested') return null
  const key = outcomeKey(test.state, test.code, ms)
  const next = `${key}Next`
  return (
    <p>
      <b>{t(key, values)}</b> {hasKey(t, next) && t(next)}
    </p>
  )
}

function outcomeKey(
  state: Exclude<ConnectionTest['state'], 'not_tested'>,
  code: ConnectionTest['code'],
  ms: number,
) {
  if (state === 'working') return ms < CACHED_MS ? 'workingCached' : 'working'
  return state === 'refused' && code !== 'upstream_auth_failed' ? 'refusedOther' : state
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
