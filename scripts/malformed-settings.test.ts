import { expect, it } from 'vitest'
import { TEST_SETTINGS } from '@/lib/platform/testing/settings'
import { runScript } from './testing/command'

it.each(['audit-verdict.ts', 'backup/restored.ts'])(
  '%s says in one sentence which setting is malformed',
  async (program) => {
    const args = ['--import', './scripts/register.mjs', `scripts/${program}`, '2026-11-21T00:00:00Z']
    const settings = { ...TEST_SETTINGS, DATABASE_URL: 'postgresql://127.0.0.1:9/none', AUDIT_KEY: 'short' }
    expect(await runScript(args, settings)).toEqual({
      code: 1,
      output: 'Settings missing or wrong: AUDIT_KEY (32 bytes in base64)\n',
    })
  },
)

it.each(['../prisma/seed.ts', 'audit-verdict.ts', 'backup/restored.ts', 'user-link.ts'])(
  '%s says in one sentence that the database does not respond',
  async (program) => {
    const args = ['--import', './scripts/register.mjs', `scripts/${program}`, '{"action":"link"}']
    const settings = { ...TEST_SETTINGS, DATABASE_URL: 'postgresql://127.0.0.1:9/none' }
    expect(await runScript(args, settings)).toEqual({
      code: 1,
      output:
        "The database cannot be used: it doesn't respond, or its disk is full. Run the command again once it responds.\n",
    })
  },
)

it('audit:verify names a malformed port of the embedded database', async () => {
  const { code, output } = await runScript(['scripts/audit-verify.mjs'], {
    DATABASE_URL: '',
    PG_PORT: '5432a',
  })
  expect(code).toBe(1)
  expect(output).toContain('PG_PORT must be a whole number from 1 to 65535; it is "5432a"')
})
