import type { ZodType } from 'zod'
import type { Scope } from '@/lib/keys/scopes'

/** How a route appears to programs: which scope opens it, and what the OpenAPI document says about it. */
export type ByKey = {
  /** `any`: every key that is valid */
  scope: Scope | 'any'
  /** one sentence in English: what it does */
  summary: string
  /** status codes of success; 200 when not given */
  answers?: number[]
  /** the value it answers with, when it is JSON of a known shape */
  answer?: ZodType
  /** media type of what it answers with, when it is not JSON */
  media?: string
  /** media type and description of a body that is not JSON */
  bodyAs?: { media: string; text: string }
  /** request headers beside Idempotency-Key */
  headers?: Record<string, string>
}
