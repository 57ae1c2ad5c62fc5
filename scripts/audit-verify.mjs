// `npm run audit:verify`: recomputes the audit hash chain and names the first entry that was altered. Exit code 0 when
// the chain is intact, 1 when it is not. Works with a running office and without one.
import { openExistingOffice } from './prepare/office.mjs'
import { enterProject, loadDotEnv, logToStderr, Problem } from './prepare/project.mjs'
import { readPort } from './prepare/settings.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { execute } from './processes/run.mjs'

enterProject()
logToStderr()
await runWithCleanup(async (lifecycle) => {
  loadDotEnv()
  if (process.env.DATABASE_URL && !process.env.AUDIT_KEY)
    throw new Problem('DATABASE_URL is set, so AUDIT_KEY is required.')
  const { dataDir, secrets, url } = await openExistingOffice(lifecycle, {
    dataDir: process.env.DATA_DIR || '.data',
    port: readPort(process.env, 'PG_PORT'),
  })
  const env = {
    DATABASE_URL: url,
    AUDIT_KEY: secrets.AUDIT_KEY,
    // settings that are required but not used by this command
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || 'http://127.0.0.1:3000',
    NEXTAUTH_SECRET: secrets.NEXTAUTH_SECRET || 'a secret that this command never uses',
    ENCRYPTION_KEYS: secrets.ENCRYPTION_KEYS || `v1:${Buffer.alloc(32).toString('base64')}`,
    DATA_DIR: dataDir,
  }
  const args = ['--import', './scripts/register.mjs', 'scripts/audit-verdict.ts']
  return (await execute('node', args, { env })).code ?? 1
})
