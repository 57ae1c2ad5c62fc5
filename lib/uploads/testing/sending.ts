import { afterEach, beforeEach } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { readUpload } from '@/lib/uploads/queries.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'
import { type PostMode, Provider } from '@/service/testing/provider'

/** For the top of a test file: an analyst, and in each test a new provider that takes batches of 10 rows. */
export async function createSendingOffice() {
  const analyst = await insertPerson()
  const office = {
    analyst,
    provider: undefined as unknown as Provider,
    /** Stores an upload of 25 rows: batches of 10, 10 and 5. `posts`: how the provider takes them. */
    upload: async (...posts: PostMode[]) => {
      office.provider.bulkModes = posts
      return await storeCompared(requestOf(linesOf(keptRows(25))), analyst)
    },
    look: (id: string) => readUpload(id, analyst.actor),
    /** The sizes of the batches that the provider accepted. */
    sent: () => office.provider.ledger.map((line) => line.items.length),
  }
  beforeEach(async () => {
    office.provider = await new Provider().start()
    await insertConnection(office.provider.baseUrl, 10)
  })
  afterEach(() => office.provider.stop())
  return office
}
