import '@/lib/platform/testing/settings'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Admin routes without step-up: they only read, test, resume, repeat or revoke a right. */
const WITHOUT = [
  'POST audit/verify',
  'POST connections/[id]/resume',
  'POST connections/[id]/test',
  'DELETE keys/[id]',
  'POST payments/policy/dry-run',
  'POST retention/preview',
  'POST rules/preview',
  'DELETE users/[id]/sessions',
  'POST users/report',
  'POST webhooks/[id]/ping',
  'POST webhooks/deliveries/[id]/replay',
]

type Handlers = Record<string, { spec?: { stepUp?: boolean } }>

async function writing(): Promise<{ name: string; stepUp: boolean }[]> {
  const files = (fs.readdirSync(import.meta.dirname, { recursive: true }) as string[]).filter(
    (file) => path.basename(file) === 'route.ts',
  )
  const routes = await Promise.all(
    files.map(async (file) => {
      const handlers = (await import(path.join(import.meta.dirname, file))) as Handlers
      return METHODS.filter((method) => handlers[method]?.spec).map((method) => ({
        name: `${method} ${path.dirname(file)}`,
        stepUp: handlers[method]?.spec?.stepUp === true,
      }))
    }),
  )
  return routes.flat()
}

const routes = await writing()

it('every admin action requires a proof of identity, except the ones listed here', () => {
  expect(routes.length).toBeGreaterThan(30)
  const open = routes.filter(({ stepUp }) => !stepUp).map(({ name }) => name)
  expect(open.sort()).toEqual(WITHOUT.toSorted())
})
