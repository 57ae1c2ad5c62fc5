import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '../../scripts/postgres/server.mjs'
import { ensureFolder } from '../../scripts/prepare/install.mjs'
import { root } from '../../scripts/prepare/project.mjs'
import { MIB } from '../report/memory'

/**
 * A PostgreSQL that keeps its data between runs and flushes to disk, as in production, with the memory of an office
 * with millions of checks: a quarter of the machine's, 4 GB at most.
 */
export const startBenchServer = () =>
  startPostgres({
    dataDir: ensureFolder(path.join(root, '.data/bench')),
    password: 'bench',
    port: 54_430,
    settings: {
      shared_buffers: `${Math.floor(Math.min(4_096, os.totalmem() / MIB / 4))}MB`,
      max_wal_size: '4GB',
    },
  })
