// Brings the database of DATABASE_URL to the tables of this version: the one step between a new version and its start.
import { migrate } from './migrate.mjs'
import { enterProject, Problem, say } from './prepare/project.mjs'

enterProject()
try {
  if (!process.env.DATABASE_URL) throw new Problem('DATABASE_URL is not set.')
  const applied = await migrate(process.env.DATABASE_URL, 'prisma/migrations')
  say(applied.length ? `applied ${applied.join(', ')}` : 'the database is up to date')
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  process.exitCode = 1
}
