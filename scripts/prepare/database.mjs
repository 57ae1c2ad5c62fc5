// Makes the database when it is missing and brings it up to date. A command of its own, so that the supervisor, which
// lives as long as the office, need not load a database client: node scripts/prepare/database.mjs dashboard service
import { migrate } from '../migrate.mjs'
import { ensureDatabase } from '../postgres/database.mjs'
import { enterProject, Problem } from './project.mjs'

const PARTS = {
  dashboard: (url) => migrate(url, 'prisma/migrations'),
  service: (url) => migrate(url, 'service/migrations', { schema: 'service' }),
}

/** @returns {Promise<string[]>} the migrations applied now */
export async function prepareDatabase(url, parts) {
  const applied = []
  for (const part of parts) applied.push(...(await PARTS[part](url)))
  return applied
}

if (process.argv[1] === import.meta.filename) {
  enterProject()
  const { DATABASE_URL: url, SERVER_URL: server } = process.env
  try {
    if (server) await ensureDatabase(server, new URL(url).pathname.slice(1))
    process.stdout.write((await prepareDatabase(url, process.argv.slice(2))).join(', '))
  } catch (error) {
    console.error(error instanceof Problem ? error.message : `The database cannot be used: ${error.message}`)
    process.exit(1)
  }
}
