'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ColumnMap } from '@/lib/tables/columns'
import type { TableOptions, TableProblem } from '@/lib/tables/read'
import type { Opened, Show, Summary } from './protocol'
import { type IntakeWorker, startIntakeWorker } from './worker/worker-client'

export type IntakeState =
  | { phase: 'empty' }
  | { phase: 'reading' }
  | { phase: 'problem'; problem: TableProblem | { problem: 'unreadable' } }
  | { phase: 'ready'; opened: Opened; summary: Summary | null; share: number }

export type Intake = ReturnType<typeof useIntake>

/** A file on its way to an upload: what the page knows of it, and everything it can ask the worker to do. */
export function useIntake(userId: string) {
  const [state, setState] = useState<IntakeState>({ phase: 'empty' })
  const worker = useRef<IntakeWorker | null>(null)
  // also before the effect below has run: a file may have been chosen before the page was alive
  const call: IntakeWorker['call'] = useCallback((name, args) => {
    worker.current ??= startIntakeWorker((news) => setState((before) => withNews(before, news)))
    return worker.current.call(name, args)
  }, [])
  useEffect(() => {
    call('resume', { userId }).then(
      (found) => found && setState(opened(found)),
      () => {},
    )
    const end = () => {
      worker.current?.end()
      worker.current = null
    }
    window.addEventListener('accord:signout', end)
    return () => {
      window.removeEventListener('accord:signout', end)
      end()
    }
  }, [call, userId])

  const reading = useCallback((answer: Promise<Opened | TableProblem>) => {
    return answer.then(
      (found) => setState(opened(found)),
      () => setState({ phase: 'problem', problem: { problem: 'unreadable' } }),
    )
  }, [])
  return {
    state,
    open: (file: File) => {
      setState({ phase: 'reading' })
      return reading(call('open', { file, userId }))
    },
    reread: (options: TableOptions) => reading(call('reread', { options })),
    setMap: (map: ColumnMap) => reading(call('map', { map })),
    rows: (show: Show, from: number, size: number) => call('rows', { show, from, size }),
    skip: async (rows: number[] | 'errors', on: boolean) => {
      const summary = await call('skip', { rows, on })
      setState((before) => (before.phase === 'ready' ? { ...before, summary } : before))
    },
    setTitle: (title: string) => {
      setState((before) =>
        before.phase === 'ready' ? { ...before, opened: { ...before.opened, title } } : before,
      )
      void call('title', { title })
    },
    pack: () => call('pack', {}),
    discard: async () => {
      await call('discard', {})
      setState({ phase: 'empty' })
    },
  }
}

function opened(found: Opened | TableProblem): IntakeState {
  return 'problem' in found
    ? { phase: 'problem', problem: found }
    : { phase: 'ready', opened: found, summary: null, share: 0 }
}

type News = Parameters<Parameters<typeof startIntakeWorker>[0]>[0]

function withNews(before: IntakeState, news: News): IntakeState {
  if (before.phase !== 'ready') return before
  return news.news === 'checked' ? { ...before, summary: news.summary } : { ...before, share: news.share }
}
