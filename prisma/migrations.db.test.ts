import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { ownDatabase, queryAsOwner } from '@/lib/platform/testing/database'

ownDatabase()

const again = (name: string) =>
  queryAsOwner(fs.readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'))

it('the title and the links of an upload leave how its file was read, and a link to nowhere is none', async () => {
  await queryAsOwner(
    'alter table uploads drop column title, drop column completes_id, drop column retries_id',
  )
  const { id: userId } = await db().user.create({ data: { email: 'a@b.example', name: 'Ann' } })
  const [first, fixed, retried, lost] = Array.from({ length: 4 }, () => randomUUID())
  const file = { table: { encoding: 'utf-8' }, map: { iban: 0 } }
  const insert = (id: string | undefined, reading: object) => db().$executeRaw`
    insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, created_by_id)
    values (${id}::uuid, 'a.csv', 'f', ${JSON.stringify(reading)}::jsonb, 0, 0, 0, ${userId}::uuid)`
  await insert(first, { ...file, title: 'May' })
  await insert(fixed, { ...file, completes: first?.toUpperCase() })
  await insert(retried, { retries: fixed })
  await insert(lost, { ...file, completes: randomUUID(), retries: '▮▮▮' })
  await again('20261124130200_upload_columns')
  const select = { id: true, title: true, completesId: true, retriesId: true, reading: true } as const
  const none = { title: null, completesId: null, retriesId: null }
  const found = await db().upload.findMany({ select })
  expect(new Map(found.map(({ id, ...rest }) => [id, rest]))).toEqual(
    new Map([
      [first, { ...none, title: 'May', reading: file }],
      [fixed, { ...none, completesId: first, reading: file }],
      [retried, { ...none, retriesId: fixed, reading: {} }],
      [lost, { ...none, reading: file }],
    ]),
  )
})
