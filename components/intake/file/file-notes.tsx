'use client'
import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/messages/banner'
import type { Opened } from '../protocol'

/** The most row numbers to list. */
const MOST = 10

/** Notes about the whole file: hidden, merged and blank rows, wrong totals. */
export function FileNotes({ notes }: { notes: Opened['notes'] }) {
  const t = useTranslations('intake')
  const locale = useLocale()
  if (notes.length === 0) return null
  const words = notes.map((note) => {
    if ('lines' in note) {
      const { code, lines } = note
      const shown = lines.slice(0, MOST).map(String)
      if (lines.length > MOST) shown.push('…')
      return t(`note.${code}`, {
        n: lines.length,
        lines: new Intl.ListFormat(locale, { type: 'unit' }).format(shown),
      })
    }
    const { code, batch, declared, found } = note
    return t(`note.${code}`, { batch: batch ?? 'none', declared, found })
  })
  const differs = notes.some(({ code }) => code === 'count_differs' || code === 'sum_differs')
  return (
    <Banner kind={differs ? 'warning' : 'info'} title={differs ? t('note.title') : undefined}>
      {words.join(' ')}
    </Banner>
  )
}
