import type { DemoCountry } from './accounts'

/** A check of the demo office, and its result. */
export type DemoCheck = {
  name: string
  country: DemoCountry
  result: 'match' | 'close_match' | 'no_match' | 'account_not_verifiable' | 'failed'
  matchedName?: string
  reason?: string
  reference?: string
}

const matches: [string, DemoCountry][] = [
  ['Atelier Nord SAS', 'FR'],
  ['Muster Logistik GmbH', 'DE'],
  ['Van Dijk Holding B.V.', 'NL'],
  ['Sofia Lindqvist', 'LU'],
  ['Boulangerie du Canal SARL', 'FR'],
  ['Hélène Marchand', 'FR'],
  ['Transports Garonne SA', 'FR'],
  ['Brouwerij De Linde NV', 'BE'],
  ['Kaffeerösterei Alt Wien KG', 'AT'],
  ['Jonas Albrecht', 'DE'],
  ['Papeterie Lumière EURL', 'FR'],
  ['Nordlicht Medien GmbH', 'DE'],
  ['Marijke Verhoeven', 'NL'],
  ['Imprimerie Saint-Rémy SAS', 'FR'],
  ['Gartenbau Steiner GmbH', 'AT'],
  ['Lucas Peeters', 'BE'],
]

const closeMatches: [string, string, DemoCountry][] = [
  ['Jean Dupond', 'Jean Michel Dupont', 'FR'],
  ['Oskar Weiss', 'Oskar Weiß', 'DE'],
  ['Hartmann & Söhne KG', 'Hartmann und Söhne KG', 'DE'],
  ['LINDQVIST SOFIA', 'Sofia Lindqvist', 'LU'],
  ['J. de Boer', 'Johannes de Boer', 'NL'],
  ['Muster Logistik', 'Muster Logistik GmbH', 'DE'],
  ['Marie Durand', 'Marie Martin Durand', 'FR'],
  ['Brouwerij Linde NV', 'Brouwerij De Linde NV', 'BE'],
]

/** Payees of single checks. */
export const DEMO_CHECKS: DemoCheck[] = [
  ...matches.map(
    ([name, country], i): DemoCheck => ({
      name,
      country,
      result: 'match',
      reference: i % 3 ? undefined : `Vendor ${48_200 + i}`,
    }),
  ),
  ...closeMatches.map(
    ([name, matchedName, country]): DemoCheck => ({ name, matchedName, country, result: 'close_match' }),
  ),
  { name: 'Bright Harbour Trading SARL', country: 'FR', result: 'no_match', reference: 'Invoice 2291' },
  { name: 'Elena García Ruiz', country: 'NL', result: 'no_match' },
  {
    name: 'Autohaus Beck GmbH',
    country: 'DE',
    result: 'account_not_verifiable',
    reason: 'verification_not_possible',
  },
  { name: 'Comptoir des Alpes SA', country: 'FR', result: 'failed', reason: 'institution_timeout' },
  { name: 'Werkstatt Krüger', country: 'AT', result: 'failed', reason: 'institution_out_of_scope' },
]
