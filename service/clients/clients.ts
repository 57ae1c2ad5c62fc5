import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database'
import { transaction } from '../database'

/** A client as configured by the operator. `credits`: the sum of everything granted so far. */
export type ClientSetting = { id: string; secret: string; credits: number }

/** The known clients and their secrets, which are kept as salted hashes only. */
export type Clients = {
  has(id: string): boolean
  /** Compares in constant time, and takes as long for an unknown ID as for a known one. */
  isSecretOf(id: string, secret: string): boolean
}

/** Builds the list of clients this process accepts. */
export function createClients(settings: ClientSetting[]): Clients {
  const salt = randomBytes(32)
  const hash = (secret: string) => createHash('sha256').update(salt).update(secret).digest()
  const hashes = new Map(settings.map((client) => [client.id, hash(client.secret)]))
  const unknownHash = hash(randomBytes(32).toString('hex'))
  return {
    has: (id) => hashes.has(id),
    isSecretOf: (id, secret) => timingSafeEqual(hashes.get(id) ?? unknownHash, hash(secret)),
  }
}

/**
 * Stores the clients and grants the credits they don't have yet. The setting is the sum of all grants, so starting
 * again, or on a second machine, grants nothing twice.
 */
export async function grantCredits(database: Database, settings: ClientSetting[]): Promise<void> {
  for (const { id, credits } of settings) {
    await transaction(database, async (tx) => {
      await tx.query('INSERT INTO service.clients (id) VALUES ($1) ON CONFLICT DO NOTHING', [id])
      await tx.query('SELECT 1 FROM service.clients WHERE id = $1 FOR UPDATE', [id])
      const { rows } = await tx.query<{ missing: string }>(
        `SELECT greatest($2::bigint - coalesce(sum(change), 0), -(SELECT balance FROM service.clients WHERE id = $1)) AS missing
         FROM service.ledger WHERE client_id = $1 AND reason = 'grant'`,
        [id, credits],
      )
      const missing = rows[0]?.missing ?? '0'
      if (missing === '0') return
      await tx.query('UPDATE service.clients SET balance = balance + $2 WHERE id = $1', [id, missing])
      await tx.query("INSERT INTO service.ledger (client_id, reason, change) VALUES ($1, 'grant', $2)", [
        id,
        missing,
      ])
    })
  }
}
