import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WordsProvider } from '@/components/providers/words-provider'
import type { ReleaseView } from '@/lib/payments/view'
import type { Locale } from '@/lib/platform/language/locale'
import { messagesOf } from '@/lib/platform/language/messages.server'
import { ReleaseTerms } from './release-terms'

const POLICY = { maxAgeDays: 30, duplicateDays: 1, decisionMemory: false, letUncheckedPass: true }

/** What the page says about a release, without tags. */
function said(release: Pick<ReleaseView, 'policy' | 'nameCap' | 'cutNames'>, locale: Locale = 'en'): string {
  const html = renderToStaticMarkup(
    <WordsProvider locale={locale} timeZone="UTC" messages={messagesOf(locale)}>
      <ReleaseTerms release={release as ReleaseView} />
    </WordsProvider>,
  )
  return html.replace(/<[^>]+>/g, '').trim()
}

it('a release says under which policy it was made', () => {
  const release = { policy: POLICY, nameCap: 70, cutNames: 0 }
  expect(said(release)).toBe(
    'Payment policy: answers up to 30 days old, duplicates of the last 1 day held, earlier decisions not accepted, payments that can’t be checked allowed.',
  )
  expect(said(release, 'fr')).toBe(
    'Règles de paiement\u202f: réponses de 30 jours au plus, doublons recherchés sur 1 jour, décisions antérieures non acceptées, paiements non vérifiables autorisés.',
  )
  const strict = { ...POLICY, duplicateDays: 90, decisionMemory: true, letUncheckedPass: false }
  expect(said({ ...release, policy: strict })).toContain(
    'of the last 90 days held, earlier decisions accepted, payments that can’t be checked held.',
  )
})

it('a release says at how many characters it cut names, if it cut any', () => {
  const release = { policy: POLICY, nameCap: 27, cutNames: 2 }
  expect(said(release)).toMatch(/allowed\. 2 corrected names were cut at 27 characters\.$/)
  expect(said(release, 'fr')).toMatch(/autorisés\. 2 noms corrigés ont été tronqués à 27 caractères\.$/)
  expect(said({ ...release, cutNames: null })).toMatch(/allowed\.$/)
})

it('a release from before its policy was recorded says nothing', () => {
  expect(said({ policy: null, nameCap: null, cutNames: null })).toBe('')
})
