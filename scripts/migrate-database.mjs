// Brings the database to the tables of this version, as their owner (DATABASE_OWNER_URL), and gives the role of DATABASE_URL
// its rights: the one step between a new version and its start.
import { prepareDatabase } from './prepare/database.mjs'
import { enterProject, Problem, say } from './prepare/project.mjs'

enterProject()
try {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: owner } = process.env
  if (!url) throw new Problem('DATABASE_URL is not set.')
  const applied = await prepareDatabase({ owner: owner || url, dashboard: url }, ['dashboard'])
  say(applied.length ? `applied ${applied.join(', ')}` : 'the database is up to date')
  if (!owner) say('DATABASE_OWNER_URL is not set: web and worker own their tables and could change them')
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  process.exitCode = 1
}
