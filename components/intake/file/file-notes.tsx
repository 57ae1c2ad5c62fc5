'use client'
import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/messages/banner'
import type { Opened } from '../protocol'

/** The most row numbers or dates to list. */
const MOST = 10

/** Notes about the whole file: hidden, merged and blank rows, columns that aren't used, wrong totals and dates. */
export function FileNotes({ notes }: { notes: Opened['notes'] }) {
  const t = useTranslations('intake')
  const locale = useLocale()
  if (notes.length === 0) return null
  const list = (texts: string[]) =>
    new Intl.ListFormat(locale, { type: 'unit' }).format([
      ...texts.slice(0, MOST),
      ...(texts.length > MOST ? ['…'] : []),
    ])
  const words = notes.map((note) => {
    if ('lines' in note)
      return t(`note.${note.code}`, { n: note.lines.length, lines: list(note.lines.map(String)) })
    if ('columns' in note)
      return t(`note.${note.code}`, { n: note.columns.length, columns: list(note.columns.map(String)) })
    if ('dates' in note) return t(`note.${note.code}`, { n: note.dates.length, dates: list(note.dates) })
    const { code, batch, declared, found } = note
    return t(`note.${code}`, { batch: batch ?? 'none', declared, found })
  })
  const differs = notes.some((note) => !('lines' in note || 'columns' in note))
  return (
    <Banner kind={differs ? 'warning' : 'info'} title={differs ? t('note.title') : undefined}>
      {words.join(' ')}
    </Banner>
  )
}
