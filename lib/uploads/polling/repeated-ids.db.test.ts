import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { keptRows, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { pollDueBulks, storeCompared } from '@/lib/uploads/testing/office'
import { Provider } from '@/service/testing/provider'

type Item = { index: number; id: string }

let provider: Provider
let accounts = 0
const newRows = (count: number) => {
  accounts += count
  return keptRows(count, accounts)
}

const analyst = await insertPerson()
beforeEach(async () => {
  provider = await new Provider().start()
  await insertConnection(provider.baseUrl)
})
afterEach(() => provider.stop())

/** An upload of new accounts whose only batch was sent. */
async function sentUpload(rows: TestRow[] = newRows(3)): Promise<string> {
  const id = await storeCompared(requestOf(linesOf(rows)), analyst)
  const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
  await sendBulk(bulk.id)
  return id
}

async function pollOnce(id: string) {
  await db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: new Date(0) } })
  await pollDueBulks()
  return readUpload(id, analyst.actor)
}

/** Gives all items from this index on the ID of another check. */
const withIdOf = (other: (items: Item[]) => string | undefined, from: number) => (items: object[]) =>
  (items as Item[]).map((item) => (item.index >= from ? { ...item, id: other(items as Item[]) } : item))

const answersOf = (uploadId: string) =>
  db().verification.findMany({
    where: { uploadId, status: 'completed' },
    orderBy: { itemIndex: 'asc' },
    select: { iban: true, name: true, upstreamId: true },
  })

describe('items whose ID is that of another check are not about their rows: nothing of them is stored', () => {
  it('because two of them have it', async () => {
    provider.change = withIdOf((items) => items[1]?.id.toUpperCase(), 2)
    const id = await sentUpload()
    expect(await pollOnce(id)).toMatchObject({
      status: 'processing',
      counts: { match: 0, waiting: 3 },
      bulks: [{ withheld: 'ids' }],
    })
    provider.change = (items) => items
    expect(await pollOnce(id)).toMatchObject({
      status: 'completed',
      counts: { match: 3 },
      bulks: [{ withheld: null }],
    })
  })

  it('because an item that was answered before has it', async () => {
    provider.itemsPerPoll = 1
    provider.change = withIdOf((items) => items[0]?.id, 1)
    const id = await sentUpload()
    expect(await pollOnce(id)).toMatchObject({
      counts: { match: 1, waiting: 2 },
      bulks: [{ withheld: null }],
    })
    expect(await pollOnce(id)).toMatchObject({
      counts: { match: 1, waiting: 2 },
      bulks: [{ withheld: 'ids' }],
    })
    provider.itemsPerPoll = 0
    provider.changeCounters = (bulk) => ({ ...bulk, completed_items: 0, in_progress_items: 3 })
    expect(await pollOnce(id)).toMatchObject({ bulks: [{ withheld: 'ids' }] })
  })

  it('because a check of another payee has it, but not when it is of the same payee', async () => {
    const first = await sentUpload()
    await pollOnce(first)
    const [known] = await answersOf(first)
    provider.change = withIdOf(() => known?.upstreamId ?? '', 0)
    const other = newRows(1)
    expect(await pollOnce(await sentUpload(other))).toMatchObject({ bulks: [{ withheld: 'ids' }] })
    const payee = { iban: known?.iban ?? '', name: known?.name ?? '' }
    expect(await pollOnce(await sentUpload([payee, payee]))).toMatchObject({
      status: 'completed',
      counts: { match: 2 },
    })
  })
})
