import type { ZodType } from 'zod'
import type { Scope } from '@/lib/keys/scopes'

/** How a route is available to API keys: the scope it needs, and its entry in the OpenAPI document. */
export type ApiKeyAccess = {
  /** `any`: every valid key */
  scope: Scope | 'any'
  /** what it does, as one English sentence */
  summary: string
  /** its name in the document, where the path alone gives that of another route */
  operationId?: string
  /** success status codes; default 200 */
  answers?: number[]
  /** schema of the response, when it's JSON */
  answer?: ZodType
  /** media types of the response, when it's a file; with `answer`, of its other form */
  media?: readonly string[]
  /** media type and description of the request body, when it's not JSON */
  bodyAs?: { media: string; text: string }
  /** request headers other than Idempotency-Key */
  headers?: Record<string, string>
}
