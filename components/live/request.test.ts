import { afterEach, expect, it, vi } from 'vitest'
import { isAboutField, isInDoubt, keepsKey, Problem, withStepUp } from './request'
import { answerSteppedUp, onStepUp } from './step-up'

const ROLES_MISSING = { path: 'roles', code: 'roles_required', message: '' }

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['no answer', new Problem(0, { code: 'offline' }), true],
  ['a failure of a proxy', new Problem(502, {}), true],
  ['a failure after the work', new Problem(500, { code: 'internal' }), true],
  ['the first try still runs', new Problem(409, { code: 'request_in_progress' }), true],
  ['a bug in the page', new TypeError('x'), true],
  ['a refusal', new Problem(409, { code: 'setting_changed' }), false],
  ['an invalid field', new Problem(422, { code: 'invalid' }), false],
])('whether a request may have been carried out: %s', (_, error, doubt) => {
  expect(isInDoubt(error)).toBe(doubt)
  expect(keepsKey(error)).toBe(doubt)
})

it('a failure that the server only repeats is in doubt, and another try needs another key', () => {
  const stored = new Problem(500, { code: 'internal' }, true)
  expect([isInDoubt(stored), keepsKey(stored)]).toEqual([true, false])
})

it.each([
  ['one of its values', [{ path: 'emails.2', code: 'email_invalid', message: '' }], true],
  ['the first of two fields', [{ path: 'emails', code: 'schema', message: '' }, ROLES_MISSING], true],
  ['another field', [ROLES_MISSING], false],
  ['the whole request', [], false],
])('whether a refusal is about a field: %s', (_, errors, about) => {
  expect(isAboutField(new Problem(422, { errors }), 'emails')).toBe(about)
})

it.each([
  ['stays', '/admin/usage', '/admin/usage', ['asked', 'sent']],
  ['has left before the answer', '/admin/users', '/admin/users', []],
  ['leaves while asked', '/admin/usage', '/admin/users', ['asked']],
])(
  'carries a sensitive action out after the proof only where it was pressed: a person %s',
  async (...given) => {
    const [, answered, proved, expected] = given
    const done: string[] = []
    const open = (pathname: string) => vi.stubGlobal('location', { pathname })
    const stop = onStepUp(() => {
      done.push('asked')
      open(proved)
      queueMicrotask(() => answerSteppedUp(true))
    })
    const send = vi
      .fn(async () => void done.push('sent'))
      .mockImplementationOnce(async () => {
        open(answered)
        throw new Problem(403, { code: 'step_up_required', ways: ['password'] })
      })
    open('/admin/usage')
    await withStepUp(send).catch(() => {})
    stop()
    expect(done).toEqual(expected)
  },
)
