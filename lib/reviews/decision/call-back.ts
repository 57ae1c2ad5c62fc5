import { z } from 'zod'
import {
  CALL_OUTCOMES,
  isCallTime,
  isNumber,
  LONGEST_NUMBER,
  LONGEST_PERSON,
  NUMBER_SIGNS,
  NUMBER_SOURCES,
} from '@/lib/reviews/call'
import { writtenText } from '@/lib/reviews/text'

/**
 * The record of a call to the payee (product.md F10): who was called, on which number, where that number was taken
 * from, when, and what came of it. Who called is who decides.
 */
export const callBack = z.strictObject({
  person: writtenText(LONGEST_PERSON).refine((text) => text !== ''),
  number: z.string().trim().max(LONGEST_NUMBER).regex(NUMBER_SIGNS).refine(isNumber),
  numberSource: z.enum(NUMBER_SOURCES),
  calledAt: z.iso.datetime().refine(isCallTime, 'A call cannot lie in the future.'),
  outcome: z.enum(CALL_OUTCOMES),
})
