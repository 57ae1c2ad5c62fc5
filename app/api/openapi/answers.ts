import { z } from 'zod'
import type { UploadView } from '@/lib/uploads/view'
import type { VerificationView } from '@/lib/verifications/view'

/** What the answers hold, for the OpenAPI document. More fields may come; programs must not refuse them. */
const answer = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape)
const time = z.iso.datetime()
const person = answer({ id: z.uuid(), name: z.string() })

/** Chosen fields of a view: the compiler sees to it that each exists and may hold what the view holds. */
type FieldsOf<View> = { [Name in keyof View]?: z.ZodType<View[Name]> }

const verification = {
  id: z.uuid(),
  environment: z.enum(['live', 'sandbox']),
  source: z.enum(['single', 'bulk', 'api']),
  iban: z.string(),
  name: z.string(),
  masked: z.boolean(),
  status: z.enum(['pending', 'completed', 'failed', 'rejected', 'unknown', 'not_sent']),
  matchResult: z.enum(['match', 'close_match', 'no_match', 'account_not_verifiable']).nullable(),
  matchedName: z.string().nullable(),
  statusReason: z.string().nullable(),
  unrecognised: z.string().nullable(),
  bank: answer({ code: z.string(), name: z.string(), bic: z.string().nullable() }).nullable(),
  reference: z.string().nullable(),
  purpose: z.string().nullable(),
  note: z.string().nullable(),
  requestedBy: person,
  previousId: z.uuid().nullable(),
  problemCode: z.string().nullable(),
  createdAt: time,
  answeredAt: time.nullable(),
  durationMs: z.number().nullable(),
} satisfies FieldsOf<VerificationView>

const upload = {
  id: z.uuid(),
  environment: z.enum(['live', 'sandbox']),
  status: z.enum(['waiting', 'processing', 'paused', 'completed', 'stopped']),
  pauseReason: z.enum(['user', 'credits', 'credentials', 'unknown']).nullable(),
  fileName: z.string(),
  title: z.string().nullable(),
  total: z.number(),
  notSent: z.number(),
  fileRows: z.number(),
  verifications: z.number(),
  credits: z.number(),
  closeToReview: z.number(),
  createdBy: person,
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
} satisfies FieldsOf<UploadView>

export const verificationAnswer = answer(verification)
export const uploadAnswer = answer(upload)
export const balanceAnswer = answer({ balance: z.unknown() })
/** RFC 9457, with a code that stays. */
export const problemAnswer = answer({
  title: z.string(),
  status: z.number(),
  code: z.string(),
  requestId: z.uuid(),
  errors: z.array(answer({ path: z.string(), code: z.string(), message: z.string() })).optional(),
})
