import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparisonColumn, diffNames } from './compare'
import { tidyName } from './text/fold'

/** Reference pairs: submitted name, name in the bank's records, types in order of detection. */
const PAIRS: [string, string, string[]][] = [
  ['Jean Dupond', 'Jean Michel Dupont', ['missing_name', 'spelling']],
  ['JEAN DUPONT', 'Jean Dupont', ['capital_letters']],
  ['Oskar Weiss', 'Oskar Weiß', ['accent']],
  ['Juergen Mueller', 'Jürgen Müller', ['accent']],
  ['Jurgen Muller', 'Jürgen Müller', ['accent']],
  ['Lukasz Sorensen', 'Łukasz Sørensen', ['accent']],
  ['Jean-Michel Dupont', 'Jean Michel Dupont', ['punctuation']],
  ["O'Brien Maeve", 'Maeve OBrien', ['word_order', 'punctuation']],
  ['Lindqvist Sofia', 'Sofia Lindqvist', ['word_order']],
  ['J. de Boer', 'Johannes de Boer', ['initial']],
  ['Hartmann & Söhne KG', 'Hartmann und Söhne KG', ['abbreviation']],
  ['Muster Logistik', 'Muster Logistik GmbH', ['legal_form_missing']],
  ['Muster Logistik AG', 'Muster Logistik GmbH', ['legal_form_different']],
  ['Dr. Anna Rossi', 'Anna Rossi', ['title']],
  ['Anna Rossi Bianchi', 'Anna Rossi', ['extra_name']],
  ['Acme Kitchen', 'Food Group S.r.l.', ['trading_name']],
  ['Elena García Ruiz', 'Pedro Navarro', ['different_name']],
  ['Anna Rossi', 'Anna Rossi et Marco Bianchi', ['joint_account']],
  ['Societe Generale de Construction', 'Societe Generale de Construction et de Travaux Publics', ['cut_off']],
  ['Jhon Smith', 'John Smith', ['spelling']],
  ['Ana Roa', 'Ana Rua', ['spelling']],
  ['Kowalski Transport', 'Kowalski Transport Sp. z o.o.', ['legal_form_missing']],
  ['Atelier Nord SAS', 'Atelier Nord SAS', []],
  ['Martin Paul', 'Paul Martins', ['word_order', 'spelling']],
  ['Saint Gobain', 'St Gobain', ['abbreviation']],
  ['Bright Harbour Limited', 'Bright Harbour Ltd', ['abbreviation']],
  ['Maria Jose Ibanez', 'María José Ibáñez', ['accent']],
  ['de la Cruz Maria', 'Maria De La Cruz', ['word_order', 'capital_letters']],
  ['Li Na', 'Li Wu', ['different_word']],
  ['Smith', 'John Smith', ['missing_name']],
  ['Voorbeeld BV', 'Voorbeeld B.V.', ['punctuation']],
  ['Acme SAS', 'Acme S.A.S.', ['punctuation']],
  ['Marie Durand', 'Marie Martin Durand', ['missing_name']],
  ['Marie Martin', 'Marie Durand', ['different_word']],
  ['André & Fils SARL', 'Andre et Fils', ['accent', 'abbreviation', 'legal_form_missing']],
  ['Παπαδόπουλος Γιώργος', 'Γιώργος Παπαδοπουλος', ['word_order', 'accent']],
]

const types = (a: string, b: string) => diffNames(a, b).differences.map(({ type }) => type)

/** More pairs for the same rules. */
const MORE: [string, string, string[]][] = [
  ['HARTMANN, Söhne KG', 'Hartmann Söhne KG', ['capital_letters', 'punctuation']],
  ['SARL Boulangerie Martin', 'Boulangerie Martin SARL', ['word_order']],
  ['Nordwind GmbH', 'Nordwind Gesellschaft mit beschränkter Haftung', ['abbreviation']],
  ['Atelier Nord', 'Atelier Nord GmbH & Co. KG', ['legal_form_missing']],
  ['Muster Internationale Logistik', 'Muster Internationale Logistik GmbH', ['legal_form_missing']],
  ['João Sá', 'Joao Sa', ['accent']],
  ['J.E. Hughes', 'John Edward Hughes', ['initial']],
  ['Annemarie Petit', 'Anne Marie Petitt', ['capital_letters', 'punctuation', 'spelling']],
  ['Elena Ruiz', 'Elena Maria Ruiz Gómez', ['missing_name']],
  ['Anna Rossi Bianchi', 'Anna Maria Rossi', ['different_word']],
  ['de Vries', 'de Boer', ['different_word']],
  ['Karl Vogel', 'Karl-Heinz Vogel', ['missing_name']],
  ['Jean-Pierre Morel', 'Jean Pierre Morell', ['punctuation', 'spelling']],
  ['M. Luc Brun ou Mme Eva Brun', 'Luc Brun ou Eva Brun', ['title']],
  ['Nikolaos Dimitriou', 'Νικόλαος Δημητρίου', ['accent']],
  ['Никола Петровић', 'Nikola Petrović', ['accent']],
  ['Elena Stoyanov', 'Елена Стоянова', ['accent', 'spelling']],
  ['J. Smith', 'Anna Brown', ['different_name']],
  ['rossi anna', 'Anna Rossi und Marco Bianchi', ['joint_account', 'word_order', 'capital_letters']],
  ['Anna Rossi et Marco Bianchi', 'Marco Bianchi et Anna Rossi', ['word_order']],
  ['Ets. Brun', 'Établissements Brun', ['abbreviation']],
  ['Muster Maschinenbau', 'Muster Masch.', ['abbreviation']],
  ['Muster Masch.', 'Muster Maschinenbau', ['abbreviation']],
  ['Ђорђе Петровић', 'Ђорђе Петровиц', ['spelling']],
  ['Anna\u200bRossi', 'AnnaRossi', ['punctuation']],
  ['!!!', '???', ['punctuation']],
  ['A.B.C. Transports Duval', 'ABC Transports Duvel', ['punctuation', 'spelling']],
  ['J.P. Morel', 'Jean-Pierre Morel', ['initial']],
  ['Dr. Anna Rossi', 'Frau Anna Rossi', ['title']],
  ['Bank of Lyon SA', 'Bank of Lille SA', ['different_word']],
  ['Herr Uwe Kern', 'Uwe Peter Kern', ['title', 'missing_name']],
  ['Krämer & Söhne', 'Krämer Söhne GmbH', ['punctuation', 'legal_form_missing']],
  ['Ruiz Carmen', 'Carmen Ruiz Gómez', ['word_order', 'missing_name']],
  ['Maximilian Alexander Kern', 'Maximilian Alexander Kern-Roth', ['cut_off']],
  ['Weber GmbH', 'Food Group S.r.l.', ['trading_name']],
  ['SARL', 'SARL Martin', ['missing_name']],
  ['Weber Gmhb', 'Weber GmbH', ['capital_letters', 'spelling']],
  ['Kern Limted', 'Kern Ltd', ['spelling']],
  ['Studio Fifty-Four', 'Studio 54', ['abbreviation']],
  ['7 Oaks Ltd', 'Seven Oaks Ltd', ['abbreviation']],
  ['Krämer &amp; Söhne', 'Krämer & Söhne', ['punctuation']],
  ['Windpark 2/3 GmbH', 'Windpark 23 GmbH', ['different_word']],
  ['SCI Tilleuls III', 'SCI Tilleuls II', ['different_word']],
  ['Fonds Alpha VI SA', 'Fonds Alpha IV SA', ['different_word']],
  ['SCI Tilleuls 2', 'SCI Tilleuls II', ['abbreviation']],
  ['Dr. rer. nat. Anna Kern', 'Dr. Anna Kern', ['title']],
  ['Solarpark 1.1 GmbH', 'SOLARPARK 11 GmbH', ['capital_letters', 'different_word']],
  ['SCI 2/3, Lyon', 'SCI 2-3 Lyon', ['punctuation']],
  ['RCS 732 829 320', 'RCS 732829320', ['punctuation']],
  ['L&apos;Atelier Duval', "L'Atelier Duvel", ['punctuation', 'spelling']],
]

/** Words that only one name has; their level depends on whether it's a person's or a company's name. */
const ONE_SIDED: [string, string, string, string][] = [
  ['The Byrne Trust', 'The Byrne Distribution Trust', 'missing_name', 'identity'],
  ['Transports Girard', 'Société Nouvelle des Transports Girard', 'missing_name', 'identity'],
  ['Brouwerij Linde NV', 'Brouwerij Oude Linde', 'missing_name', 'identity'],
  ['Garage Renard du Nord', 'Garage Renard', 'extra_name', 'identity'],
  ['Petite Fleur', 'Petite Fleur Bleue', 'missing_name', 'identity'],
  [
    'Société Générale de Construction',
    'Société Générale de Construction et de Travaux',
    'cut_off',
    'identity',
  ],
  ['Brouwerij Linde NV', 'Brouwerij De Linde NV', 'missing_name', 'format'],
  ['Vries', 'de Vries', 'missing_name', 'identity'],
  ['Jean Dupont', 'Jean Michel Dupont', 'missing_name', 'person'],
  ['Anna Rossi Bianchi', 'Anna Rossi', 'extra_name', 'person'],
  ['J. Xhaferi', 'J. P. Xhaferi', 'missing_name', 'person'],
  ['Jean & Marie Dupont', 'JEAN MARIE DUPONT', 'extra_name', 'identity'],
  ['Jean Marie Dupont', 'Jean&Marie Dupont', 'missing_name', 'identity'],
  ['Jean & Marie Dupont', 'JEAN MARIE DUPONT', 'capital_letters', 'format'],
  ['Hans/Maria Weber', 'Hans Maria Weber', 'extra_name', 'identity'],
  ['Anna + Marco Rossi', 'Anna Marco Rossi', 'extra_name', 'identity'],
]

const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        'Jean',
        'J.',
        'Dupont',
        'Dr.',
        'Sp.',
        'z',
        'o.o.',
        'GmbH',
        '&',
        'et',
        '-',
        'Müller',
        'née',
      ),
      {
        maxLength: 8,
      },
    )
    .map((words) => words.join(' ')),
)
const visible = (text: string) => tidyName(text).replaceAll(' ', '')
const written = (columns: ComparisonColumn[], side: 'submitted' | 'registered') =>
  columns.flatMap((column) => column[side] ?? []).map((piece) => piece.text)

describe('diffNames', () => {
  it.each(ONE_SIDED)('%s / %s: %s has the level %s', (submitted, registered, type, level) => {
    expect(diffNames(submitted, registered).differences).toContainEqual(
      expect.objectContaining({ type, level }),
    )
  })

  it.each(PAIRS)('%s / %s has exactly the listed types in order', (submitted, registered, expected) => {
    expect(types(submitted, registered)).toEqual(expected)
  })

  it.each(MORE)('%s / %s follows the same rules', (submitted, registered, expected) => {
    expect(types(submitted, registered)).toEqual(expected)
  })

  it('aligns the words in columns and marks the letters that differ', () => {
    expect(diffNames('Jean Dupond', 'Jean Michel Dupont').columns).toEqual([
      { submitted: [plain('Jean')], registered: [plain('Jean')], state: 'equal' },
      { submitted: null, registered: [plain('Michel')], state: 'missing' },
      {
        submitted: [plain('Dupon'), marked('d')],
        registered: [plain('Dupon'), marked('t')],
        state: 'changed',
      },
    ])
  })

  it('returns the words and letters of a difference', () => {
    expect(diffNames('Jhon Smith', 'John Smith').differences).toEqual([
      { type: 'spelling', level: 'person', a: 'Jhon', b: 'John', n: 1, x: 'ho', y: 'oh' },
    ])
    expect(diffNames('Juergen Mueller', 'Jürgen Müller').differences).toEqual([
      { type: 'accent', level: 'format', a: 'Juergen Mueller', b: 'Jürgen Müller', x: 'ü' },
    ])
    expect(diffNames('Johannes de Boer', 'J. de Boer').differences).toEqual([
      { type: 'initial', level: 'person', a: 'J.', b: 'Johannes' },
    ])
    expect(diffNames('Anna Rossi', 'Anna Rossi et Marco Bianchi').differences).toEqual([
      { type: 'joint_account', level: 'person', b: 'Anna Rossi', x: 'Marco Bianchi' },
    ])
  })

  it('marks whole graphemes, so that a letter and its combining marks stay together', () => {
    const { columns } = diffNames('Ly\u0301\u0323n Roth', 'Lyn Roth')
    expect(columns[0]?.submitted).toEqual([plain('L'), marked('y\u0301\u0323'.normalize('NFC')), plain('n')])
  })

  it('finds a name identical to itself, composed or decomposed, without marking a column', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const { identical, differences, columns } = diffNames(name, ` ${name.normalize('NFD')} `)
        expect({ identical, differences }).toEqual({ identical: true, differences: [] })
        expect(columns.every(({ state }) => state === 'equal')).toBe(true)
      }),
    )
  })

  it('never throws and never finds two different names without a difference', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const { identical, differences } = diffNames(a, b)
        expect(identical).toBe(tidyName(a) === tidyName(b))
        expect(differences.length === 0).toBe(identical)
      }),
    )
  })

  it('reports every type at most once', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        expect(new Set(types(a, b)).size).toBe(types(a, b).length)
      }),
    )
  })

  it('keeps every character of both names in exactly one piece, in the order of the registered name', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const { columns } = diffNames(a, b)
        expect(written(columns, 'registered').join('').replaceAll(' ', '')).toBe(visible(b))
        const signs = Array.from(written(columns, 'submitted').join('').replaceAll(' ', '')).sort()
        expect(signs).toEqual(Array.from(visible(a)).sort())
      }),
    )
  })

  it('returns plain data, deterministically', () => {
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const first = diffNames(a, b)
        expect(JSON.parse(JSON.stringify(first))).toEqual(first)
        expect(JSON.stringify(diffNames(a, b))).toBe(JSON.stringify(first))
      }),
    )
  })

  it('returns for hostile lengths', () => {
    expect(diffNames('ab '.repeat(20_000), 'ba '.repeat(20_000))).not.toEqual([])
  })
})

function plain(text: string) {
  return { text, marked: false }
}

function marked(text: string) {
  return { text, marked: true }
}

describe('words that one side joins or shortens', () => {
  it.each([
    ['Dupont+Fils', 'Dupont & Fils', 'abbreviation'],
    ['Dupont&Fils SARL', 'Dupont et Fils SARL', 'abbreviation'],
    ['A&B Ltd', 'A and B Ltd', 'abbreviation'],
    ['JP Morel', 'Jean-Pierre Morel', 'initial'],
    ['JPM Morel', 'Jean Pierre Marie Morel', 'initial'],
    ['John Smith Jr.', 'John Smith Junior', 'abbreviation'],
    ['John Smith Snr', 'John Smith Senior', 'abbreviation'],
    ['Jan vd Berg', 'Jan van der Berg', 'abbreviation'],
    ['Fco. Pérez', 'Francisco Pérez', 'abbreviation'],
  ])('%s and %s differ only by %s, in both directions', (left, right, type) => {
    expect(types(left, right)).toEqual([type])
    expect(types(right, left)).toEqual([type])
  })

  it('reports initials as they are written, and marks the omitted letters', () => {
    const { differences, columns } = diffNames('JP Morel', 'Jean-Pierre Morel')
    expect(differences).toMatchObject([{ a: 'JP', b: 'Jean-Pierre' }])
    expect(columns[0]?.registered?.filter(({ marked }) => marked).map(({ text }) => text)).toEqual([
      'ean-',
      'ierre',
    ])
  })

  it('treats capitals as initials only next to a word that both have', () => {
    expect(types('IBM', 'International Business Machines')).toEqual(['different_name'])
  })

  it('reports a word with a slash as it is written', () => {
    expect(diffNames('Jan v/d Berg', 'Jan van der Berg').differences).toMatchObject([{ a: 'v/d' }])
  })
})
