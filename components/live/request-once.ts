'use client'
import { newKey } from './new-key'
import { keepsKey, request } from './request'

/** The idempotency keys of requests that may have been carried out, by URL and body. */
const open = new Map<string, string>()

/**
 * Posts a request that spends. While it is uncertain whether it was carried out, the same request keeps its key in this
 * tab: wherever it is repeated, it never pays twice. @throws Problem
 */
export async function requestOnce<T>(url: string, body?: object): Promise<T> {
  const name = JSON.stringify([url, body])
  const key = open.get(name) ?? newKey()
  open.set(name, key)
  try {
    const answer = await request<T>(url, { method: 'POST', body, headers: { 'idempotency-key': key } })
    open.delete(name)
    return answer
  } catch (error) {
    if (!keepsKey(error)) open.delete(name)
    throw error
  }
}
