import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { decryptPieces, encrypt } from '@/lib/platform/crypto.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { cipherPieces } from '@/lib/platform/sql/cipher.server'
import { queryAsOwner } from '@/lib/platform/testing/database'

await queryAsOwner('create table kept (cipher bytea)')
await queryAsOwner('grant select, insert, delete on kept to public')
const PLACE = 'kept|cipher|1'

it('a file that is deleted while it is read is gone, not damaged', async () => {
  const bytes = randomBytes(100_000)
  await db().$executeRaw`insert into kept values (${encrypt(bytes, PLACE)})`
  expect(await decryptPieces(cipherPieces(Prisma.sql`kept`), bytes.length, PLACE)).toEqual(bytes)
  async function* deletedMeanwhile() {
    for await (const piece of cipherPieces(Prisma.sql`kept`)) {
      yield piece
      await db().$executeRaw`delete from kept`
    }
  }
  expect(await decryptPieces(deletedMeanwhile(), bytes.length, PLACE)).toBeNull()
})
