import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import type { Locale } from '@/lib/platform/language/locale'
import { messagesOf } from '@/lib/platform/language/messages.server'
import type { TableNote } from '@/lib/tables/table'
import { FileNotes } from './file-notes'

const said = (dates: string[], locale: Locale = 'en') => saidOf({ code: 'dates_unreadable', dates }, locale)

/** What the page says about a file with this note, without tags. */
function saidOf(note: TableNote, locale: Locale = 'en'): string {
  const html = renderToStaticMarkup(
    <WordsProvider locale={locale} timeZone="UTC" messages={messagesOf(locale)}>
      <FileNotes notes={[note]} />
    </WordsProvider>,
  )
  return html.replace(/<[^>]+>/g, '')
}

it('execution dates that no calendar has are named, at most ten of them', () => {
  expect(said(['2026-02-30'])).toContain('This execution date isn’t in the calendar: 2026-02-30.')
  expect(said(['2026-02-30', '31/02'], 'fr')).toContain(
    'Ces dates d’exécution n’existent pas dans le calendrier\u202f: 2026-02-30 et 31/02.',
  )
  const many = said(Array.from({ length: 11 }, (_, n) => `day ${n}.`))
  expect(many).toContain('day 9.')
  expect(many).not.toContain('day 10.')
})

it('columns of a second list are named by their numbers', () => {
  const noteOf = (columns: number[]): TableNote => ({ code: 'list_beside', columns })
  expect(saidOf(noteOf([5]))).toContain('Column 5 has IBANs too, but isn’t used.')
  expect(saidOf(noteOf([5, 8]), 'fr')).toContain('Les colonnes 5 et 8 contiennent aussi des IBAN')
})
