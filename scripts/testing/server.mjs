import path from 'node:path'
import { startPostgres } from '../postgres/server.mjs'
import { ensureFolder } from '../prepare/install.mjs'
import { root } from '../prepare/project.mjs'

export const testFolder = () => ensureFolder(path.join(root, '.data/test'))

/** The PostgreSQL of the tests, with its own data and port, shared by concurrent test runs. */
export const testServer = () =>
  startPostgres({ dataDir: testFolder(), password: 'test', port: 54_429, disposable: true })
