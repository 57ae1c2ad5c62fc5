import type { Person } from '@/lib/auth/testing/people'
import { foldName } from '@/lib/names/text/fold'
import { db } from '@/lib/platform/db.server'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import type { KnownChoice } from '@/lib/uploads/known/known'
import { keptRows, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import type { UploadRowPage, UploadView } from '@/lib/uploads/view'
import * as known from '../[id]/known/route'
import * as one from '../[id]/route'
import * as rows from '../[id]/rows/route'
import * as uploads from '../route'
import { callUploads } from './fixtures'

export type Pair = { iban: string; name: string }
export type Credentials = { cookie?: string; authorization?: string }

let files = 100
/** Eight pairs that no other test uses. */
export const freshPairs = () => keptRows(8, ++files * 1_000) as Pair[]

/** Sends these rows with a choice about known results, and runs the comparison with the stored file. */
export async function uploadWithChoice(
  given: TestRow[],
  choice: KnownChoice | undefined,
  as: Credentials,
): Promise<Response> {
  const plain = requestOf(linesOf(given, choice && { known: choice }))
  const answer = await callUploads(uploads.POST, 'POST', {
    headers: {
      ...Object.fromEntries(plain.headers),
      'idempotency-key': crypto.randomUUID(),
      ...(as.cookie && { cookie: as.cookie }),
      ...(as.authorization && { authorization: as.authorization }),
    },
    bytes: new Uint8Array(await plain.arrayBuffer()),
  })
  if (answer.ok) await compareUpload((await answer.clone().json()).id)
  return answer
}

type Caller = Person | { authorization: string }
const credentialsOf = (as: Caller) => ('id' in as ? { as } : { headers: as })

export const getUpload = async (id: string, as: Caller): Promise<UploadView> =>
  (await callUploads(one.GET, 'GET', { id, ...credentialsOf(as) })).json()
export const getRows = async (id: string, as: Caller, query = ''): Promise<UploadRowPage> =>
  (await callUploads(rows.GET, 'GET', { id, query, ...credentialsOf(as) })).json()
export const decideKnown = (id: string, take: boolean, as: Person) =>
  callUploads(known.POST, 'POST', { as, id, json: { take } })

/** The audit entries of an upload, except its comparison. */
export const readAuditEntries = async (id: string) =>
  (
    await db().auditEntry.findMany({
      where: { objectId: id, action: { not: 'upload.compared' } },
      orderBy: { seq: 'asc' },
    })
  ).map(({ action, details }) => ({ action, details }))

/** Stores a match for these pairs, as a check by this person. */
export async function storeMatches(pairs: Pair[], by: Person, daysAgo = 5): Promise<string[]> {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  const data = pairs.map(({ iban, name }) => ({
    id: crypto.randomUUID(),
    iban,
    name,
    nameSearch: foldName(name),
    country: 'DE',
    environment: 'live' as const,
    source: 'single' as const,
    requestedById: by.id,
    createdAt: at,
    status: 'completed' as const,
    matchResult: 'match' as const,
    answeredAt: at,
  }))
  await db().verification.createMany({ data })
  return data.map(({ id }) => id)
}
