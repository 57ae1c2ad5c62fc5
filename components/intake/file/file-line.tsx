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

/** @returns file, rows and detected format, in one line; null without a file */
export function useFileLine(opened: Opened | null): string | null {
  const t = useTranslations('intake')
  if (!opened) return null
  const { format, fileName, rows, encoding, delimiter, sheet } = opened
  const details =
    format === 'text'
      ? `${t(`encoding.${encoding}`)}, ${t(`delimiter.${delimiterName(delimiter)}`)}`
      : t(`format.${format}`, { sheet: sheet ?? '' })
  return t('line', { fileName, rows, details })
}

export function FileLine({ opened }: { opened: Opened }) {
  return <span className="wrap-anywhere">{useFileLine(opened)}</span>
}
