import { assertAuditKeys } from '@/lib/audit/keys.server'
import { pairsWithoutRole } from '@/lib/auth/groups'
import { hub } from '@/lib/http/hub.server'
import { ignoreUpgrades, refuseTrace, watchPeers } from '@/lib/http/peer.server'
import { env, failSettings, SettingsError } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'
import { isDatabaseUnavailable, whenDatabaseReady } from '@/lib/platform/storage.server'

function refuse(error: unknown): void {
  logger.error({ error }, 'not set up')
  if (error instanceof SettingsError) failSettings(error)
}

const STOP_WITHIN_MS = 10_000

/** Ends the event streams, which Next would wait for indefinitely, lets requests in progress finish, then exits. */
async function stop() {
  const shared = globalThis as unknown as { accordHub?: unknown; accordInFlight?: number }
  if (shared.accordHub) hub().stop()
  const until = performance.now() + STOP_WITHIN_MS
  while ((shared.accordInFlight ?? 0) > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20))
  process.exit(0)
}

if (process.env.NEXT_MANUAL_SIG_HANDLE) {
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
process.once('disconnect', stop)

watchPeers()
refuseTrace()
// in development, pages reload over a WebSocket
if (process.env.NODE_ENV === 'production') ignoreUpgrades()

// logged once at the start; until it is fixed every page and route answers 503
try {
  const { NEXTAUTH_URL, TRUSTED_PROXY, OIDC_ROLES } = env()
  if (NEXTAUTH_URL.startsWith('https:') && TRUSTED_PROXY === '0')
    logger.warn(
      'TRUSTED_PROXY is not 1: addresses of sign-ins are unknown, and guesses are not limited by address',
    )
  const pairs = pairsWithoutRole(OIDC_ROLES)
  if (pairs.length > 0)
    logger.warn(
      { pairs },
      'these pairs of OIDC_ROLES give no role: each is group=role; separate them by semicolons if a group has a comma',
    )
  await assertAuditKeys()
} catch (error) {
  if (isDatabaseUnavailable(error)) whenDatabaseReady(() => assertAuditKeys()).catch(refuse)
  else refuse(error)
}
