import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, type Tx } from '@/lib/platform/db.server'
import type { Opened } from '@/lib/upstream/breaker'

/** The provider refused to be paid: nothing paid leaves until a person says that this is cured (reliability B-5, B-6). */
export async function stopPaying(connectionId: string, code: Opened): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`
      insert into breakers (connection_id, kind) values (${connectionId}::uuid, 'credits') on conflict do nothing`
    await tx.$executeRaw`
      update breakers set code = ${code}, probe_from = null, probe_at = null
       where connection_id = ${connectionId}::uuid and kind = 'credits'`
    const opened = await tx.$executeRaw`
      update breakers set open_since = clock_timestamp()
       where connection_id = ${connectionId}::uuid and kind = 'credits' and open_since is null`
    if (opened === 0) return
    const object = { type: 'connection', id: connectionId }
    await record(
      { by: { kind: 'system' }, action: 'connection.paying_stopped', object, details: { code } },
      tx,
    )
  })
}

/** A person says that paying is possible again: one request may try, and when it is accepted the rest follow. */
export async function allowProbe(tx: Tx, connectionId: string): Promise<boolean> {
  const armed = await tx.$executeRaw`
    update breakers set probe_from = clock_timestamp(), probe_at = null
     where connection_id = ${connectionId}::uuid and kind = 'credits' and open_since is not null`
  return armed === 1
}
