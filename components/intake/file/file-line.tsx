'use client'
import { useTranslations } from 'use-intl'
import type { Opened } from '../protocol'

/** Names of delimiters in the message files, whose keys can't be the characters themselves. */
const DELIMITER_NAMES: Record<string, 'semicolon' | 'comma' | 'tab' | 'pipe'> = {
  ';': 'semicolon',
  ',': 'comma',
  '\t': 'tab',
  '|': 'pipe',
}
export const delimiterName = (delimiter: string) => DELIMITER_NAMES[delimiter] ?? 'other'

/** File, rows and detected format, in one line. */
export function FileLine({ opened }: { opened: Opened }) {
  const t = useTranslations('intake')
  const { format, fileName, rows, encoding, delimiter, sheet } = opened
  const details =
    format === 'text'
      ? `${t(`encoding.${encoding}`)}, ${t(`delimiter.${delimiterName(delimiter)}`)}`
      : t(`format.${format}`, { sheet: sheet ?? '' })
  return <span className="wrap-anywhere">{t('line', { fileName, rows, details })}</span>
}
