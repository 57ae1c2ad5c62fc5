'use client'
import { fetchApi, Problem } from './request'

/**
 * Requests a file by POST and downloads it: for parameters that must stay out of the URL.
 * @throws Problem
 */
export async function saveFile(url: string, body: unknown): Promise<void> {
  const answer = await fetchApi(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    cache: 'no-store',
  })
  const file = await answer.blob().catch(() => {
    throw new Problem(0, { code: 'offline' })
  })
  saveBlob(nameOf(answer.headers.get('content-disposition') ?? ''), file)
}

/** Downloads a file that the page has. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The file name in `attachment; filename*=UTF-8''…`. */
const nameOf = (disposition: string): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'export')
