// Writes a backup (`write FILE DRAFT`) or restores one (`restore FILE`) after verifying the keys of the office on its
// data. Started by scripts/backup.mjs and scripts/restore.mjs with the settings of the office; prints the result as
// JSON.
import type { Client } from 'pg'
import { assertAuditKeys } from '@/lib/audit/keys.server'
import { clientExecutor } from '@/lib/platform/db.server'
import { env, SettingsError } from '@/lib/platform/env.server'
import { Problem } from '../prepare/project.mjs'
import { writeBackup } from './dump.mjs'
import { loadBackup } from './load.mjs'

const [action, file = '', draft] = process.argv.slice(2)
const verifyKeys = (client: Client) => assertAuditKeys(clientExecutor(client))
try {
  const work = action === 'write' ? writeBackup : loadBackup
  console.log(JSON.stringify(await work(env().DATABASE_URL, file, { verifyKeys, draft })))
} catch (error) {
  if (!(error instanceof Problem || error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
