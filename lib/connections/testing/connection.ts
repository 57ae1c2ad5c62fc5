import { randomUUID } from 'node:crypto'
import { secretColumns } from '@/lib/connections/active.server'
import { listConnections } from '@/lib/connections/queries.server'
import type { ConnectionView } from '@/lib/connections/view'
import { db } from '@/lib/platform/db.server'

/** Nothing answers here: for tests that store answers themselves. */
export const NOWHERE = 'http://127.0.0.1:9/api-v1'

/** Creates the only active connection, to this provider. @returns its ID */
export async function insertConnection(baseUrl = NOWHERE, bulkSize = 2_000): Promise<string> {
  await db().connection.updateMany({ where: { active: true }, data: { active: false } })
  const id = randomUUID()
  const keys = { clientId: 'accord', ...secretColumns(id, 'a secret of the tests') }
  await db().connection.create({ data: { id, name: 'Test', baseUrl, bulkSize, ...keys } })
  return id
}

/** The only connection of the test. */
export async function onlyConnection(): Promise<ConnectionView> {
  const [connection] = await listConnections()
  if (!connection) throw new Error('no connection')
  return connection
}

/** Makes every connection as it was before its first request. */
export const forgetRequests = () =>
  db().$executeRaw`update connections set token_requested_at = null, token_until = null, last_test_at = null,
                                          last_answer_at = null, last_failure_at = null`
