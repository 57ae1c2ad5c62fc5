import { beforeEach, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/log/logger.server'
import { authOptions } from '@/lib/users/next-auth.server'
import '@/lib/platform/testing/settings'

const written = vi.spyOn(logger, 'error').mockImplementation(() => undefined)
beforeEach(() => written.mockClear())
const say = (code: unknown) => authOptions().logger?.error?.(code as string, new Error('x'))

it('logs only codes of next-auth, never a text or an object', () => {
  say('CALLBACK_CREDENTIALS_HANDLER_ERROR')
  say('Marie Curie FR7630006000011234567890189')
  say({ anything: 'at all' })
  say('JWT_SESSION_ERROR')
  expect(written.mock.calls.map(([fields]) => (fields as unknown as { code?: string }).code)).toEqual([
    'CALLBACK_CREDENTIALS_HANDLER_ERROR',
    undefined,
    undefined,
  ])
})

it('logs the reason of an issuer only if it is a code, because anybody can replace it by a text', () => {
  const refuse = (reason: string) => authOptions().logger?.error?.('OAUTH_CALLBACK_ERROR', new Error(reason))
  refuse('access_denied')
  refuse('Marie Curie')
  expect(written.mock.calls.map(([fields]) => fields)).toEqual([
    { code: 'OAUTH_CALLBACK_ERROR', reason: 'access_denied' },
    { code: 'OAUTH_CALLBACK_ERROR', reason: undefined },
  ])
})
