import { type inferParserType, parseAsArrayOf, parseAsInteger, parseAsStringLiteral } from 'nuqs/server'
import { GATE_REASONS, LINE_GATES } from '@/lib/payments/gate/gate'
import { ONLY_LINES } from '@/lib/payments/view'

/** The URL parameters of a payment run. Unknown values are ignored; the search text is never included. */
export const lineParsers = {
  gate: parseAsArrayOf(parseAsStringLiteral(LINE_GATES)).withDefault([]),
  reason: parseAsArrayOf(parseAsStringLiteral(GATE_REASONS)).withDefault([]),
  only: parseAsStringLiteral(ONLY_LINES),
  /** the number of the line whose details are open */
  line: parseAsInteger,
}
export type LineFilters = Pick<inferParserType<typeof lineParsers>, 'gate' | 'reason' | 'only'>
