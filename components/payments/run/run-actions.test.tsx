import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ShownLines } from '@/components/payments/lines/use-lines'
import { WordsProvider } from '@/components/providers/words-provider'
import type { RunView } from '@/lib/payments/view'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { RunActions } from './run-actions'

const MESSAGES = messagesOf('en')
const GATES = ['clear', 'corrected', 'unchecked', 'waiting', 'held', 'released'] as const

/** A run with one clear line, as a reviewer who didn't upload it sees it. */
const runOf = (state: RunView['state'], may: Partial<RunView['may']>, lines = 1) =>
  ({
    ...{ id: 'run', state, whole: null, gatedAt: state === 'ready' ? '2026-11-27T10:00:00Z' : null },
    gates: Object.fromEntries(GATES.map((gate) => [gate, { lines: gate === 'clear' ? lines : 0, sums: {} }])),
    may: { release: true, why: null, ...may },
  }) as unknown as RunView

const htmlOf = (run: RunView) =>
  renderToStaticMarkup(
    <WordsProvider locale="en" timeZone="UTC" messages={MESSAGES}>
      <RunActions run={run} lines={{ selection: { leaving: [] } } as unknown as ShownLines} />
    </WordsProvider>,
  )

it.each([
  ['whose lines are still being read', runOf('reading', { release: false }, 0), 'computing'],
  ['whose payees were deleted', runOf('ready', { release: false }), 'nothing'],
  ['without a line to release', runOf('ready', {}, 0), 'nothing'],
  ['that they uploaded', runOf('ready', { release: false, why: 'own_run' }), 'own_run'],
] as const)('a run %s says why a reviewer can’t release it', (_, run, why) => {
  expect(htmlOf(run)).toContain(MESSAGES.payments.why[why])
})

it('a run with a line to release gives no reason', () => {
  const html = htmlOf(runOf('ready', {}))
  expect(Object.values(MESSAGES.payments.why).filter((why) => html.includes(why))).toEqual([])
})
