import { refusedField } from '@/lib/platform/refusal'

/**
 * Refuses NUL and lone surrogates, which PostgreSQL can't store, for input without a stricter schema.
 * @throws Refusal 422 control_characters | unicode_malformed, naming the field
 */
export function assertStorable(value: unknown, path: (string | number)[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('\0'))
      throw refusedField(
        'control_characters',
        path.join('.'),
        'The text has control characters. Remove them.',
      )
    if (!value.isWellFormed())
      throw refusedField('unicode_malformed', path.join('.'), 'The text is damaged. Type it again.')
  } else if (Array.isArray(value)) {
    value.forEach((each, index) => {
      assertStorable(each, [...path, index])
    })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) assertStorable(each, [...path, key])
  }
}
