// Vitest's global set-up of the database tests: a real PostgreSQL with the migrated template.

import { APP_ROLE, SERVICE_ROLE } from '../postgres/server.mjs'
import { enterProject, root } from '../prepare/project.mjs'
import { testFolder, testServer } from './server.mjs'
import { statementsFolder, unexecutedStatements } from './statements.mjs'
import { dropOldDatabases, ensureTemplate } from './template.mjs'

export default async function setup(project) {
  enterProject()
  const server = await testServer()
  const name = await ensureTemplate(server)
  // takes a minute after a whole run, and no test waits for it
  const dropped = dropOldDatabases(server, name)
  const statements = statementsFolder(testFolder())
  project.provide('postgres', server.url('postgres'))
  project.provide('app', server.url('postgres', APP_ROLE))
  project.provide('service', server.url('postgres', SERVICE_ROLE))
  project.provide('template', name)
  project.provide('statements', statements)
  return async () => {
    await dropped
    await server.stop()
    const missed = isWhole(project.vitest) ? unexecutedStatements(root, statements) : []
    if (missed.length > 0)
      throw new Error(
        `No database test runs these statements, so their rows were never compared:\n${missed.join('\n')}`,
      )
  }
}

/** A filtered run proves nothing about the other statements. */
const isWhole = ({ filenamePattern, config }) =>
  !filenamePattern &&
  !config.testNamePattern &&
  !config.shard &&
  !config.changed &&
  !config.related &&
  !config.watch
