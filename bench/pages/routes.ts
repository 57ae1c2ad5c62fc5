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
  const wanted = (pattern: string) =>
    words.length === 0 || words.some((word) => (word === '/' ? pattern === '/' : pattern.includes(word)))
  return patterns
    .filter(wanted)
    .sort()
    .map((pattern) => ({ pattern, person: personOf(pattern) }))
}

const idOf = ({ items }: { items: { id: string }[] }) => items[0]?.id

async function searched(request: APIRequestContext, base: string, url: string, environment: string) {
  const answer = await request.post(url, {
    headers: { origin: base },
    data: { environment },
    // an idle connection may be closed at that moment
    maxRetries: 1,
  })
  return idOf(await answer.json())
}

/** A record for each pattern with an id: the newest one that this person may open. */
export async function addressOf(pattern: string, request: APIRequestContext, base: string): Promise<string> {
  if (!pattern.includes('[id]')) return pattern
  const environment = pattern.startsWith('/sandbox') ? 'sandbox' : 'live'
  const id = pattern.includes('/bulk/')
    ? idOf(await (await request.get('/api/uploads', { maxRetries: 1 })).json())
    : await searched(
        request,
        base,
        pattern.includes('/review/') ? '/api/reviews/search' : '/api/verifications/search',
        environment,
      )
  if (!id) throw new Error(`the demo office has no record for ${pattern}`)
  return pattern.replace('[id]', id)
}
