import 'server-only'
import type { Tx } from '@/lib/platform/db.server'

/** Ends every session of a person, but for the one that is `kept`. @returns how many were open */
export const endSessions = (tx: Tx, userId: string, kept?: string): Promise<number> =>
  tx.$executeRaw`
    update sessions set revoked_at = now()
     where user_id = ${userId}::uuid and revoked_at is null and id is distinct from ${kept ?? null}::uuid`
