import { isDay } from '@/lib/platform/days/period'
import { isUuid } from '@/lib/platform/uuid'

/** The kinds that the filter offers, in this order, with the nouns of their actions. */
const KINDS = {
  session: ['session'],
  user: ['user', 'setting', 'second_factor'],
  verification: ['verification'],
  upload: ['upload'],
  bulk: ['bulk'],
  attempt: ['attempt'],
  review: ['review'],
  review_rules: ['review_rule', 'review_rules', 'review_settings'],
  payment: ['payment', 'payment_run', 'payment_policy'],
  document: ['document'],
  connection: ['connection'],
  key: ['key'],
  webhook: ['webhook'],
  job: ['job'],
  credits: ['credits'],
  limits: ['limits'],
  retention: ['retention'],
  evidence: ['evidence'],
  audit: ['audit', 'demo'],
}
export const AUDIT_KINDS = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** The nouns of a kind; any other word means itself. */
export const objectTypesOf = (kind: string): string[] =>
  Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : [kind]

export const KIND = /^[a-z_]{1,40}$/
export const ENTRY_NUMBER = /^\d{1,18}$/

const SHAPES: Record<string, (text: string) => boolean> = {
  who: isUuid,
  kind: (text) => KIND.test(text),
  from: isDay,
  to: isDay,
  after: (text) => ENTRY_NUMBER.test(text),
}

/** Whether the API accepts this value of a URL parameter. */
export const isAcceptedAuditFilter = (name: string, value: string): boolean =>
  Object.hasOwn(SHAPES, name) && SHAPES[name]?.(value) === true
