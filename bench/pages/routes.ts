// Every page of the office, read from app/, with a person who may open it and a record where its URL needs one.
import fs from 'node:fs'
import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { accessTo, placeOfPage, type Role } from '@/lib/auth/roles'

export type Person = 'nobody' | Role
export type PageRoute = { pattern: string; person: Person }

const APP = path.join(import.meta.dirname, '../../app')

function personOf(pattern: string): Person {
  const place = placeOfPage(pattern)
  if (!place) throw new Error(`${pattern} has no place in lib/auth/roles.ts`)
  const { opens, menu } = accessTo(place)
  return opens === 'stranger' ? 'nobody' : ((menu ?? opens)[0] ?? 'nobody')
}

/** @returns the pages whose pattern contains one of the words, or all of them */
export function pageRoutes(words: string[]): PageRoute[] {
  const folders = fs
    .readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'page.tsx')
    .map((file) => path.dirname(file).split(path.sep))
  const patterns = folders.map(
    (parts) => `/${parts.filter((part) => part !== '.' && !part.startsWith('(')).join('/')}`,
  )
  const isSelected = (pattern: string) =>
    words.length === 0 || words.some((word) => (word === '/' ? pattern === '/' : pattern.includes(word)))
  return patterns
    .filter(isSelected)
    .sort()
    .map((pattern) => ({ pattern, person: personOf(pattern) }))
}

/** Lists that are read with GET; those of checks and reviews are searched. */
const LISTS: Record<string, string> = {
  '/bulk/[id]': '/api/uploads',
  '/payments/[id]': '/api/payments',
  '/payments/reports/[id]': '/api/payments/reports',
}

/** Fills in the ID of the newest record that this person may open. */
export async function addressOf(pattern: string, request: APIRequestContext, base: string): Promise<string> {
  if (!pattern.includes('[id]')) return pattern
  // the server may close an idle connection at that moment
  const maxRetries = 1
  const list = LISTS[pattern]
  const search = pattern.includes('/review/') ? '/api/reviews/search' : '/api/verifications/search'
  const data = { environment: pattern.startsWith('/sandbox') ? 'sandbox' : 'live' }
  const answer = list
    ? await request.get(list, { maxRetries })
    : await request.post(search, { headers: { origin: base }, data, maxRetries })
  const { items } = (await answer.json()) as { items: { id: string }[] }
  const id = items[0]?.id
  if (!id) throw new Error(`the demo office has no record for ${pattern}`)
  return pattern.replace('[id]', id)
}
