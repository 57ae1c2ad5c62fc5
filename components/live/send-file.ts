import type { StepUpMethod } from '@/lib/auth/step-up.server'
import { Problem } from './request'
import { sessionEnded } from './session-ended'
import { askToStepUp } from './step-up'

/** Sends a file as the request body. If the server asks for a step-up, it is sent again afterwards. @throws Problem */
export async function sendFile<T>(url: string, method: 'POST' | 'PUT', file: File): Promise<T> {
  try {
    return await send<T>(url, method, file)
  } catch (error) {
    const refused = error instanceof Problem && error.code === 'step_up_required'
    if (!refused || !(await askToStepUp(error.body.ways as StepUpMethod[]))) throw error
    return send<T>(url, method, file)
  }
}

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
