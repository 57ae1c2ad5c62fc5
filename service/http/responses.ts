import { z } from 'zod'

/*
 * The responses of section 2. The OpenAPI description is generated from these schemas, and the tests validate real
 * responses against them; they are strict, so that an unexpected field fails.
 */

const matchResult = z.enum(['match', 'close_match', 'no_match', 'account_not_verifiable'])
const reason = z.enum([
  'institution_out_of_scope',
  'institution_timeout',
  'unsupported_characters',
  'verification_not_possible',
])
const enrichmentField = z.strictObject({
  value: z.string().optional(),
  status: z.enum(['pending', 'completed', 'unavailable', 'not_applicable']),
})

/** Section 2.3. */
const enrichmentResponse = z.strictObject({
  status: z.literal('completed'),
  bic_code: enrichmentField,
  bank_name: enrichmentField,
})

/** Section 2.2. `match_result` is null only for a failed check of the sandbox. */
export const verificationResponse = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(['pending', 'completed', 'failed']),
    match_result: matchResult.nullable().optional(),
    matched_name: z.string().optional(),
    status_reason: reason.optional(),
    enrichment: enrichmentResponse.optional(),
  })
  .meta({ id: 'Verification' })

const bulkMembers = {
  id: z.uuid(),
  status: z.enum(['accepted', 'processing', 'completed']),
  total_items: z.int().min(1).max(2000),
  completed_items: z.int().min(0),
  failed_items: z.int().min(0),
  rejected_items: z.int().min(0),
  in_progress_items: z.int().min(0),
  created_at: z.iso.datetime(),
}

/** Section 2.4, response to the creation. */
export const bulkCreatedResponse = z
  .strictObject({
    id: z.uuid(),
    status: z.literal('accepted'),
    total_items: bulkMembers.total_items,
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'BulkCreated' })

/** Section 2.4, status. */
export const bulkResponse = z.strictObject(bulkMembers).meta({ id: 'Bulk' })

/** Section 2.5. */
const itemAnswer = z
  .strictObject({
    index: z.int().min(0),
    id: z.uuid().optional(),
    status: z.enum(['pending', 'completed', 'failed', 'rejected']),
    match_result: matchResult.optional(),
    matched_name: z.string().optional(),
    status_reason: z.enum([...reason.options, 'invalid_iban_format']).optional(),
  })
  .meta({ id: 'BulkItem' })

/** Sections 2.4, 2.5 and 2.6 together (4.6). */
export const itemsResponse = z
  .strictObject({
    ...bulkMembers,
    pagination: z.strictObject({
      current_page: z.int().min(1),
      per_page: z.int(),
      total_items: z.int(),
      total_pages: z.int(),
      has_next_page: z.boolean(),
    }),
    items: z.array(itemAnswer),
  })
  .meta({ id: 'BulkItems' })

/** Section 2.7. */
export const tokenResponse = z
  .strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.literal(3600),
  })
  .meta({ id: 'Token' })

/** Section 2.8. */
export const errorResponse = z.strictObject({ code: z.string(), message: z.string() }).meta({ id: 'Error' })
