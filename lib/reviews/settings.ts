import { z } from 'zod'
import { POLICIES } from '@/lib/reviews/policy'

/** The setting for how many reviewers must decide an item. */
export const policySchema = z.enum(POLICIES)

export const DEFAULT_MEMORY_MONTHS = 12
/** Months for which an earlier decision is offered again; 0 = never. */
export const memoryMonths = z.int().min(0).max(60)

const settingsInput = z.strictObject({
  policy: policySchema.optional(),
  memoryMonths: memoryMonths.optional(),
  askReason: z.boolean().optional(),
})

export type SettingsInput = z.infer<typeof settingsInput>

/** `before`: the settings that the person saw. */
export const settingsChange = settingsInput.extend({ before: settingsInput.required() })
export type SettingsChange = z.infer<typeof settingsChange>
