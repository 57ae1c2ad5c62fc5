'use client'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FixKind } from '@/lib/tables/fixes/fixes'
import type { ColumnMap, RowEdit, TableOptions, TableProblem } from '@/lib/tables/table'
import type { Calls, FirstRows, Listing, Opened, Replacement, Summary } from './protocol'
import { deleteDraft } from './worker/drafts'
import { type IntakeWorker, startIntakeWorker } from './worker/worker-client'

export type IntakeState =
  | { phase: 'empty' }
  | { phase: 'reading'; first?: FirstRows }
  | { phase: 'problem'; problem: TableProblem | { problem: 'unreadable' } }
  | { phase: 'ready'; opened: Opened; summary: Summary | null; share: number }

export type Intake = ReturnType<typeof useIntake>

/** A file before it becomes an upload: the state on the page, and the calls to its worker. */
export function useIntake(userId: string) {
  const [state, setState] = useState<IntakeState>({ phase: 'empty' })
  const worker = useRef<IntakeWorker | null>(null)
  // also before the effect below has run, because a file may have been chosen before hydration
  const call: IntakeWorker['call'] = useCallback((name, args) => {
    worker.current ??= startIntakeWorker((news) =>
      startTransition(() => setState((before) => withNews(before, news))),
    )
    return worker.current.call(name, args)
  }, [])
  /**
   * A worker that is parsing a large file receives no messages, so it is terminated, and the next call starts another.
   */
  const end = useCallback(() => {
    worker.current?.end()
    worker.current = null
  }, [])
  /** The number of the file that was chosen last: an answer about an earlier one is not shown. */
  const chosen = useRef(0)
  const show = useCallback((of: number, next: IntakeState) => {
    // rendering columns and rows in one task would block the browser
    if (of === chosen.current) startTransition(() => setState(next))
  }, [])
  useEffect(() => {
    const of = chosen.current
    call('resume', { userId }).then(
      (found) => found && show(of, openedState(found)),
      () => {},
    )
    window.addEventListener('accord:signout', end)
    return () => {
      window.removeEventListener('accord:signout', end)
      end()
    }
  }, [call, end, show, userId])

  const reading = useCallback(
    (answer: Promise<Opened | TableProblem>, of = chosen.current) =>
      answer.then(
        (found) => show(of, openedState(found)),
        () => show(of, { phase: 'problem', problem: { problem: 'unreadable' } }),
      ),
    [show],
  )
  const choose = useCallback(
    (read: () => Promise<Opened | TableProblem>) => {
      chosen.current += 1
      setState({ phase: 'reading' })
      return reading(read())
    },
    [reading],
  )
  const [changes, setChanges] = useState(0)
  const changing = useCallback(async <Answer extends Changed>(answer: Promise<Answer>) => {
    setChanges((before) => before + 1)
    try {
      const found = await answer
      const summary = summaryOf(found)
      if (summary) setState((before) => (before.phase === 'ready' ? { ...before, summary } : before))
      return found
    } finally {
      setChanges((before) => before - 1)
    }
  }, [])
  const acts = useMemo(
    () => ({
      open: (file: File) => choose(() => call('open', { file, userId })),
      /** @returns whether the file is a table with these options; otherwise it stays as it was read */
      reread: async (options: TableOptions): Promise<boolean> => {
        const of = chosen.current
        const answer = call('reread', { options })
        const isTable = await answer.then(
          (found) => !('problem' in found),
          () => true,
        )
        if (isTable) await reading(answer, of)
        return isTable
      },
      setMap: (map: ColumnMap) => reading(call('map', { map })),
      paste: (text: string, name: string) => choose(() => call('paste', { text, name, userId })),
      rows: (from: number, size: number) => call('rows', { from, size }),
      list: (listing: Listing) => changing(call('list', listing)),
      edit: (row: number, edit: RowEdit) => changing(call('edit', { row, edit })),
      fix: (kind: FixKind) => changing(call('fix', { kind })),
      replace: (replacement: Replacement) => changing(call('replace', replacement)),
      properNames: () => changing(call('properNames', {})),
      changes: (most: number) => call('changes', { most }),
      banks: () => call('banks', {}),
      skip: (rows: Calls['skip']['args']['rows'], on: boolean) => changing(call('skip', { rows, on })),
      undo: (redo: boolean) => changing(call('undo', { redo })),
      nextError: (after: number) => call('nextError', { after }),
      corrected: (file: File) => changing(call('corrected', { file })),
      download: (what: 'skipped' | 'fix', words: Record<string, string>) => call('download', { what, words }),
      setTitle: (title: string) => {
        setState((before) =>
          before.phase === 'ready' ? { ...before, opened: { ...before.opened, title } } : before,
        )
        void call('title', { title })
      },
      renewKey: () => call('renewKey', {}),
      pack: () => call('pack', {}),
      /** @param hash of the file on the page, whose draft is deleted; otherwise any draft is */
      discard: async (hash?: string) => {
        end()
        setChanges(0) // the worker that has ended answers none of them
        await deleteDraft(hash).catch(() => {})
        setState({ phase: 'empty' })
      },
    }),
    [call, end, choose, reading, changing, userId],
  )
  /** `changing`: the screen does not show the last change yet */
  return { state, changing: changes > 0, ...acts }
}

function openedState(found: Opened | TableProblem): IntakeState {
  return 'problem' in found
    ? { phase: 'problem', problem: found }
    : { phase: 'ready', opened: found, summary: null, share: 0 }
}

type Changed = Summary | { summary: Summary } | TableProblem

const summaryOf = (answer: Changed): Summary | null =>
  'problem' in answer ? null : 'summary' in answer ? answer.summary : answer

type News = Parameters<Parameters<typeof startIntakeWorker>[0]>[0]

function withNews(before: IntakeState, news: News): IntakeState {
  if (news.news === 'first')
    return before.phase === 'reading' ? { phase: 'reading', first: news.first } : before
  if (before.phase !== 'ready') return before
  return news.news === 'checked' ? { ...before, summary: news.summary } : { ...before, share: news.share }
}
