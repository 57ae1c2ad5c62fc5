import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import { resolveInput } from '@/lib/attempts/schema'
import { connectionInput } from '@/lib/connections/schema'
import { savedViewInput } from '@/lib/history/views'
import { keyInput } from '@/lib/keys/schema'
import { UNKNOWN_SETTINGS } from '@/lib/payments/profiles/presets'
import { profileInput, profileSettings } from '@/lib/payments/profiles/schema'
import { erasureClosing } from '@/lib/retention/schema'
import { ruleInput } from '@/lib/reviews/rules/rules'
import { approvalInput } from '@/lib/uploads/approval/approval'
import { entryInput } from '@/lib/usage/schema'
import { linkUse } from '@/lib/users/schema'
import { revealInput } from '@/lib/verifications/record/reveal'
import { webhookInput } from '@/lib/webhooks/schema'

const settings = (text: string) => ({ ...UNKNOWN_SETTINGS, channelWithVop: text })
const advice = (text: string) => ({ ...UNKNOWN_SETTINGS, advice: { ...UNKNOWN_SETTINGS.advice, held: text } })

const NAMES: [string, ZodType, (text: string) => object][] = [
  ['an API key', keyInput, (name) => ({ name, scopes: ['checks:read'], days: 30 })],
  ['a connection', connectionInput, (name) => ({ name, baseUrl: 'https://a', clientId: 'a', secret: 'b' })],
  ['a bank profile', profileInput, (name) => ({ bic: 'BNPAFRPP', name, settings: UNKNOWN_SETTINGS })],
  ['a saved view', savedViewInput, (name) => ({ name, filters: {} })],
  ['a review rule', ruleInput, (name) => ({ name, outcome: 'review' })],
  ['a ledger entry', entryInput, (note) => ({ kind: 'top_up', amount: 1, note })],
  ['a webhook', webhookInput, (text) => ({ url: `https://a.example/${text}`, events: ['upload.finished'] })],
]
const TEXTS: [string, ZodType, (text: string) => object][] = [
  ['a person', linkUse, (name) => ({ token: 'x'.repeat(43), name, password: 'y' })],
  ['a channel of a bank', profileInput, (text) => ({ bic: 'BNPAFRPP', name: 'B', settings: settings(text) })],
  ['advice about a bank', profileInput, (text) => ({ bic: 'BNPAFRPP', name: 'B', settings: advice(text) })],
  ['a lost response', resolveInput, (reason) => ({ as: 'written_off', reason })],
  ['an erasure', erasureClosing, (reason) => ({ reason })],
  ['a declined upload', approvalInput, (reason) => ({ approve: false, reason })],
  ['a reveal', revealInput, (reason) => ({ reason })],
]
const accepts = (schema: ZodType, value: object) => schema.safeParse(value).success
const HIDING = ['Pay\u202eroll', '\u2066Payroll', 'Pay\u200froll', 'Pay\u0001roll', 'Pay\ud800roll']

describe('what people call things and say about them shows what it is:', () => {
  it.each([...NAMES, ...TEXTS])(
    '%s has no characters that hide text or change its direction',
    (_what, schema, having) => {
      expect(accepts(schema, having('Payroll-2026'))).toBe(true)
      expect(HIDING.filter((text) => accepts(schema, having(text)))).toEqual([])
    },
  )

  it.each(NAMES)('the name of %s has one line', (_what, schema, having) => {
    expect(accepts(schema, having('Pay\nroll'))).toBe(false)
  })

  it('an old bank profile is still read, so that its limit for names applies', () => {
    const old = { ...advice('Pay\u202eroll'), nameCap: 35 }
    expect(profileSettings.parse(old)).toEqual(old)
  })
})
