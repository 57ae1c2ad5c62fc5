import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { FixCards } from '@/components/intake/rows/fix-cards'
import { DeadJobs } from '@/components/jobs/dead-jobs'
import { WordsProvider } from '@/components/providers/words-provider'
import { Sessions } from '@/components/users/account/sessions'
import { Deliveries } from '@/components/webhooks/deliveries'
import { deliveriesQuery } from '@/components/webhooks/queries'
import { messagesOf } from '@/lib/platform/language/messages.server'

const AT = ['2026-11-20T10:00:00Z', '2026-11-21T11:00:00Z'] as const

const dead = AT.map((failedAt, n) => ({
  id: `${n}`,
  queue: 'webhook.deliver' as const,
  about: `about-${n}`,
  tries: 5,
  failedAt,
  why: 'internal',
}))
const sessions = AT.map((createdAt, n) => ({
  ...{ id: `${n}`, device: 'Firefox, Linux', current: false, createdAt, lastSeenAt: createdAt },
}))
const deliveries = AT.map((createdAt, n) => ({
  ...{ id: `${n}`, event: 'upload.finished', state: 'failed', tries: 2, createdAt },
}))

const client = new QueryClient()
client.setQueryData(deliveriesQuery('hook').queryKey, { items: deliveries } as never)

/** Fixes for as many rows each. */
const summary = {
  ...{ sizes: { same_pair: 0 }, kept: 2, toVerify: 2 },
  fixes: (['letter_o', 'letter_i'] as const).map((kind) => ({ kind, rows: 1, before: 'O', after: '0' })),
}

/** The names of the buttons of a table or list, each from the elements that it is labelled by. */
function buttonsOf(table: ReactNode): string[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <WordsProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
        {table}
      </WordsProvider>
    </QueryClientProvider>,
  )
  const textOf = (id: string) =>
    html.match(new RegExp(`id="${id}"[^>]*>(.*?)</(?:th|td|button|b)>`))?.[1] ?? ''
  return [...html.matchAll(/<button([^>]*aria-labelledby[^>]*)>/g)].map(([, attributes = '']) => {
    const ids = attributes.match(/aria-labelledby="([^"]*)"/)?.[1]?.split(' ') ?? []
    return ids
      .map((id) => textOf(id).replace(/<[^>]*>/g, ' '))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
  })
}

it.each([
  ['a job that failed', <DeadJobs key="dead" dead={dead} count={2} />, messagesOf('en').jobs.dead.retry],
  ['a session', <Sessions key="sessions" sessions={sessions} />, messagesOf('en').account.sessions.end],
  [
    'a delivery',
    <Deliveries key="deliveries" webhookId="hook" label="-" replaying={undefined} onReplay={vi.fn()} />,
    messagesOf('en').webhooks.log.replay,
  ],
  ['a fix', <FixCards key="fixes" intake={{} as never} summary={summary as never} />, 'Fix 1 row'],
])('the button of %s is named by what it does and by its row', (_, table, act) => {
  const names = buttonsOf(table)
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name).toMatch(new RegExp(`^${act} .{6,}`))
})
