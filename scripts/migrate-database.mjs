// Migrates the database to this version as the owner of the tables (DATABASE_OWNER_URL), and grants the role of
// DATABASE_URL its rights. Run it between installing a new version and starting it.
import { prepareDatabase, sentenceFor } from './prepare/database.mjs'
import { enterProject, loadDotEnv, log, Problem } from './prepare/project.mjs'

enterProject()
try {
  loadDotEnv()
  const { DATABASE_URL: url, DATABASE_OWNER_URL: owner } = process.env
  if (!url) throw new Problem('DATABASE_URL is not set.')
  const applied = await prepareDatabase({ owner: owner || url, dashboard: url }, ['dashboard'])
  log(applied.length ? `applied ${applied.join(', ')}` : 'the database is up to date')
  if (!owner) log('DATABASE_OWNER_URL is not set: web and worker own their tables and could change them')
} catch (error) {
  console.error(sentenceFor(error))
  process.exitCode = 1
}
