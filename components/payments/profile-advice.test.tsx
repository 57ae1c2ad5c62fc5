import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import type { GateTotals, ReleaseView, RunView } from '@/lib/payments/view'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { ReleaseBox } from './release/release-box'
import { ReleasePreview } from './release/release-preview'
import { RunReports } from './reports/run-reports'
import { RunFacts } from './run/run-facts'

// only the form of reports goes to another page
vi.mock('@/components/ui/overlays/use-go', () => ({ useGo: () => () => {} }))

const advice = { oneLine: 'Send it as CTV.', release: 'Sign again.', held: 'Keep it.', report: 'Fetch VPZ.' }
const totals = (lines: number): GateTotals => ({ lines, sums: { EUR: '1.00' } })
const GATES = ['clear', 'corrected', 'unchecked', 'waiting', 'held', 'released'] as const

/** A run of a file with so many lines, which one bank pays. */
const runOf = (lines: number, said: Partial<Record<keyof typeof advice, string | null>> = advice) =>
  ({
    ...{
      id: 'run',
      fileName: 'pay.xml',
      kind: 'pain001',
      lines,
      original: totals(lines),
      pastDue: 0,
      undated: 0,
    },
    gates: Object.fromEntries(GATES.map((gate) => [gate, totals(0)])),
    ...{ debtors: [], dueDates: [], messageId: null, releasesMade: [], reportsReceived: [], restores: [] },
    may: { release: true, confirm: true, report: true, why: null },
    advice: { bank: 'DKB', channelWithVop: 'CTV', channelWithoutVop: null, byDefault: 'unknown', ...said },
  }) as unknown as RunView

const releaseOf = (lines: number, heldLines: number) =>
  ({
    ...{ number: 1, lines, heldLines, sums: {}, heldSums: {}, difference: {}, releasedBy: { name: '' } },
    files: [{ part: 'held', fileName: 'held.xml', bytes: 1, sha256: '', downloadedAt: null }],
    ...{ releasedAt: '2026-11-27T10:00:00Z', withdrawnAt: null, heldNotSentAt: null, policy: null },
  }) as unknown as ReleaseView

const planOf = (lines: number, held: number) => ({
  ...{ lines: 'clear' as const, gates: {}, leaving: totals(lines), held: totals(held) },
})

/** The pieces of advice that a part of the page shows, in its order, as plain text. */
function shown(part: ReactNode): string[] {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WordsProvider locale="en" timeZone="UTC" messages={messagesOf('en')}>
        {part}
      </WordsProvider>
    </QueryClientProvider>,
  )
  const text = html.replace(/<[^>]+>/g, '')
  return Object.values(advice).filter((each) => text.includes(`DKB: ${each}`))
}

const before = (run: RunView, lines: number, held: number) => (
  <ReleasePreview run={run} plan={planOf(lines, held)} chosen={null} refused={null} asked={null} />
)

it('a release shows the advice about releases, and that about the files that it makes', () => {
  const run = runOf(9)
  expect(shown(before(run, 5, 4))).toEqual([advice.release, advice.held])
  expect(shown(before(run, 9, 0))).toEqual([advice.release])
  expect(shown(before(run, 8, 1))).toEqual([advice.oneLine, advice.release, advice.held])
})

it('no advice is about the held file of a table of which only totals are left, which isn’t made', () => {
  const run = { ...runOf(9), kind: 'table' as const }
  const plan = { ...planOf(8, 1), held: { lines: 1, sums: {} } }
  const preview = <ReleasePreview run={run} plan={plan} chosen={null} refused={null} asked={null} />
  expect(shown(preview)).toEqual([advice.release])
  const release = { ...releaseOf(8, 1), files: [] }
  expect(shown(<ReleaseBox run={run} release={release} />)).toEqual([])
})

it('the files of a release have the advice about held files and about files of one line', () => {
  expect(shown(<ReleaseBox run={runOf(9)} release={releaseOf(5, 4)} />)).toEqual([advice.held])
  expect(shown(<ReleaseBox run={runOf(9)} release={releaseOf(1, 8)} />)).toEqual([
    advice.oneLine,
    advice.held,
  ])
})

it('a held file that is no longer available has no advice', () => {
  const closed = { ...releaseOf(5, 4), heldNotSentAt: '2026-11-27T10:00:00Z' }
  expect(shown(<ReleaseBox run={runOf(9)} release={closed} />)).toEqual([])
})

it('a run of one line has the advice about such files, and the reports have theirs', () => {
  expect(shown(<RunFacts run={runOf(1)} />)).toEqual([advice.oneLine])
  expect(shown(<RunFacts run={runOf(2)} />)).toEqual([])
  expect(shown(<RunReports run={runOf(2)} />)).toEqual([advice.report])
})

it('nothing is shown where the profile has no text, or the bank no profile', () => {
  const none = { oneLine: null, release: null, held: null, report: null }
  expect(shown(before(runOf(9, none), 8, 1))).toEqual([])
  expect(shown(<RunReports run={{ ...runOf(9), advice: null }} />)).toEqual([])
})
