import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('../postgres/server.mjs')
  vi.unstubAllEnvs()
  vi.resetModules()
})

it('stops a PostgreSQL that comes up after the start was interrupted', async () => {
  vi.stubEnv('DATABASE_URL', '')
  const { promise: server, resolve: comeUp } = Promise.withResolvers()
  const roles = { APP_ROLE: 'app', SERVICE_ROLE: 'service' }
  vi.doMock('../postgres/server.mjs', () => ({ ...roles, startPostgres: () => server }))
  vi.resetModules()
  const { openOfficeDatabase } = await import('./embedded.mjs')
  const cleanups: (() => Promise<void>)[] = []
  const lifecycle = { addCleanup: (cleanup: () => Promise<void>) => cleanups.push(cleanup) }
  const options = { dataDir: '/nowhere', password: '', port: 1, parts: [] }
  const opened = openOfficeDatabase(lifecycle, options).catch((error: Error) => error.message)
  await vi.waitFor(() => expect(cleanups).toHaveLength(1))
  const stop = vi.fn(async () => {})
  const url = () => {
    throw new Error('not used any more')
  }
  const stopped = cleanups[0]?.()
  comeUp({ stop, url })
  await stopped
  expect(stop).toHaveBeenCalledOnce()
  expect(await opened).toBe('not used any more')
})
