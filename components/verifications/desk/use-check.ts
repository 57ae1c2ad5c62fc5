'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '@/components/live/request'
import { requestOnce } from '@/components/live/request-once'
import { serverNow } from '@/components/ui/server-now'
import { api, type EnvironmentName } from '@/lib/http/paths'
import { checkQuery, type ShownCheck } from './queries'
import type { CheckDraft } from './use-draft'

type UseCheck = {
  environment: EnvironmentName
  onResult: (check: ShownCheck) => void
}

/**
 * Runs checks, one at a time: a second press is ignored. A response that arrives after the form was changed belongs to
 * other values: it is in the history and is not shown here.
 */
export function useCheck({ environment, onResult }: UseCheck) {
  const client = useQueryClient()
  const [since, setSince] = useState<number | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const turn = useRef(0)
  // an answer that comes after the page was left belongs to the history too
  useEffect(() => () => void turn.current++, [])
  const last = useRef<{ url: string; body?: object | undefined }>(undefined)

  const run = async (url: string, body?: object | undefined) => {
    if (since !== null) return
    last.current = { url, body }
    const mine = ++turn.current
    setProblem(null)
    setSince(serverNow())
    try {
      const check = await requestOnce<ShownCheck>(url, body)
      client.setQueryData(checkQuery(check.id).queryKey, check)
      if (mine !== turn.current) return
      setSince(null)
      onResult(check)
    } catch (error) {
      if (mine !== turn.current) return
      setSince(null)
      if (!(error instanceof Problem)) throw error
      setProblem(error)
    } finally {
      client.invalidateQueries({ queryKey: ['verifications', environment] })
    }
  }
  return {
    since,
    problem,
    setProblem,
    send: (draft: CheckDraft) => run(api.verifications, bodyOf(draft, environment)),
    /** Repeats the request that failed. */
    retry: () => last.current && run(last.current.url, last.current.body),
    again: (id: string) => run(api.verificationRecheck(id)),
    /** The values changed, so a pending check or an error belongs to the old ones. */
    forget: () => {
      turn.current += 1
      setSince(null)
      setProblem(null)
    },
  }
}

function bodyOf(
  { iban, name, reference, purpose, note, sandboxResult }: CheckDraft,
  environment: EnvironmentName,
) {
  return {
    environment,
    iban,
    name,
    ...(reference.trim() && { reference }),
    ...(purpose && { purpose }),
    ...(note.trim() && { note }),
    ...(environment === 'sandbox' && { sandboxResult }),
  }
}
