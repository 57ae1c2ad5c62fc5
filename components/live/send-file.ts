import { Problem, withStepUp } from './request'
import { sessionEnded } from './session-ended'

/** Sends a file as the request body. @throws Problem */
export const sendFile = <T>(url: string, method: 'POST' | 'PUT', file: File): Promise<T> =>
  withStepUp(() => send<T>(url, method, file))

async function send<T>(url: string, method: 'POST' | 'PUT', file: File): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(file.name) },
    body: file,
  }).catch(() => {
    throw new Problem(0, { code: 'offline' })
  })
  const value = await answer.json().catch(() => ({}))
  if (answer.ok) return value as T
  if (answer.status === 401) sessionEnded()
  throw new Problem(answer.status, value)
}
