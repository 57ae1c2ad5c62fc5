// `npm run restored -- MOMENT`: the steps after a restore by another tool (pg_dump), before the first start: requests
// that were in progress become unknown outcomes, and later erasures are applied again. MOMENT: the time of the backup,
// in UTC.
import { openOffice } from './prepare/office.mjs'
import { enterProject, log, Problem } from './prepare/project.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { executeOrThrow } from './processes/run.mjs'

enterProject()
await runWithCleanup(async (lifecycle) => {
  const at = new Date(process.argv[2] ?? '')
  if (Number.isNaN(at.getTime()))
    throw new Problem('Which moment does the backup show? npm run restored -- 2026-11-21T02:00:00Z')
  const { env } = await openOffice(lifecycle, { parts: ['dashboard'] })
  await executeOrThrow(
    'node',
    ['--import', './scripts/register.mjs', 'scripts/backup/restored.ts', at.toISOString()],
    {
      env,
    },
  )
  log(`the office goes on from ${at.toISOString()}`)
  return 0
})
