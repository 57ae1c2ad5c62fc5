import { z } from 'zod'
import { plainLineSchema } from '@/lib/platform/plain-text-schema'
import { POLICIES, REVIEW_RESULTS, SOURCES } from '@/lib/reviews/policy'
import { RULE_OUTCOMES, type RuleOutcome } from '@/lib/reviews/rules/outcomes'
import '@/lib/platform/jitless'

/** The only differences a rule may approve: another spelling of the same name. */
export const SPELLING_ONLY = ['capital_letters', 'punctuation'] as const
/** Whether a type of difference is only another spelling. */
export const isSpellingOnly = (type: string): boolean => SPELLING_ONLY.some((one) => one === type)

export const MAX_RULES = 50
export const PREVIEW_DAYS = 30

const code = (path: string, name: string, message: string) => ({
  code: 'custom' as const,
  path: [path],
  params: { code: name },
  message,
})

const fields = z.strictObject({
  name: plainLineSchema(60),
  enabled: z.boolean().default(true),
  results: z.array(z.enum(REVIEW_RESULTS)).max(3).default([]),
  differenceTypes: z
    .array(z.string().regex(/^[a-z_]{1,40}$/))
    .max(20)
    .default([]),
  sources: z.array(z.enum(SOURCES)).max(SOURCES.length).default([]),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(100)
    .default([]),
  referencePattern: plainLineSchema(100).nullable().default(null),
  outcome: z.enum(RULE_OUTCOMES),
  policy: z.enum(POLICIES).nullable().default(null),
})

/** A rule as an admin writes it. An empty list matches everything. */
export const ruleInput = fields.superRefine(({ outcome, differenceTypes }, context) => {
  const allowed = differenceTypes.length > 0 && differenceTypes.every(isSpellingOnly)
  if (outcome === 'approve' && !allowed)
    context.addIssue(
      code(
        'differenceTypes',
        'approve_format_only',
        'A rule can approve only capital letters and punctuation.',
      ),
    )
})
export type RuleInput = z.infer<typeof ruleInput>
export type Rule = RuleInput & { id: string; position: number }

/** Body of PUT /api/admin/rules/{id}. `before`: the rule that the person saw. */
export const ruleChange = ruleInput.safeExtend({ before: fields })
export type RuleChange = z.infer<typeof ruleChange>

/** Body of POST /api/admin/rules/preview: these drafts, or the saved rules. */
export const rulesPreviewInput = z.strictObject({ rules: z.array(ruleInput).max(MAX_RULES).optional() })

/** How many answers of the last 30 days would have had each outcome. */
export type RulePreview = { days: number } & Record<RuleOutcome, number>

const order = z.array(z.uuid()).max(MAX_RULES)

/** Body of PUT /api/admin/rules/order. `before`: the order that the person saw. */
export const orderInput = z.strictObject({ ids: order, before: order })
export type OrderInput = z.infer<typeof orderInput>

/** What GET /api/admin/rules answers. */
export type RulesView = {
  items: Rule[]
  policy: (typeof POLICIES)[number]
  memoryMonths: number
  askReason: boolean
  preview: RulePreview
}
