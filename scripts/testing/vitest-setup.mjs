// Vitest's global set-up of the database tests: a real PostgreSQL with the migrated template.

import { APP, SERVICE } from '../postgres/server.mjs'
import { enterProject } from '../prepare/project.mjs'
import { testServer } from './server.mjs'
import { dropOld, template } from './template.mjs'

export default async function setup(project) {
  enterProject()
  const server = await testServer()
  const name = await template(server)
  await dropOld(server, name)
  project.provide('postgres', server.url('postgres'))
  project.provide('app', server.url('postgres', APP))
  project.provide('service', server.url('postgres', SERVICE))
  project.provide('template', name)
  return () => server.stop()
}
