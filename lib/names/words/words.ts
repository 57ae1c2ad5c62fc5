/** Word lists for the comparison and the matcher. All words are folded; compiled for this project. */
const list = (words: string) => new Set(words.split(' '))

/** Words equivalent to `&`. */
export const JOINERS = list('and und et y e en i og och ja')
/** Words and characters that separate the holders of a joint account. */
export const HOLDER_SEPARATORS = list('and or und oder et ou y e o en of i og och eller lub bzw')
/** Name particles: part of a family name, but optional. */
export const PARTICLES = list(
  'de du des d da das do dos di del della delle dello degli dei dalla la le les van von vom zu zum zur ' +
    'der den ter ten te het af av el al bin ben ibn',
)
/** Articles, optional in the name of a company. */
export const ARTICLES = list('the la le les l der die das den de het el los las il lo gli os as')
/** Words for a generation; the rest of the name decides. */
export const SUFFIXES = list(
  'jr sr junior senior ii iii iv pere fils filho neto hijo sobrinho sohn vater jun sen',
)
/** Words before a birth or married name. */
export const BIRTH_MARKERS = list(
  'nee ne geb geborene born nata nacida nascida ep epouse epoux vve veuve verh gesch rozena rozena roz zd fodd fodt',
)

/** Groups of equivalent words; the first is the full form (“van der” without its space), the rest are abbreviations. */
const SHORT_FORMS = [
  'saint st snt',
  'sainte ste',
  'sankt st skt',
  'sint st',
  'santa sta',
  'santo sto',
  'compagnie cie',
  'compania cia',
  'companhia cia',
  'company co',
  'compagnie co',
  'gebruder gebr',
  'junior jr jun',
  'senior sr snr sen',
  'gebroeders gebr',
  'brothers bros',
  'brodrene brdr',
  'fratelli flli',
  'hermanos hnos',
  'irmaos ios',
  'societe ste soc',
  'societa soc',
  'sociedad soc sdad',
  'sociedade soc',
  'etablissements ets etabl',
  'international intl internat int',
  'gesellschaft ges',
  'construction const constr',
  'constructions const constr',
  'construcciones const constr construc',
  'construcoes const constr',
  'costruzioni costr',
  'manufacturing mfg',
  'services svcs serv',
  'service svc serv',
  'association assoc asso ass assn',
  'associates assoc assocs',
  'associazione assoc',
  'asociacion asoc',
  'associacao assoc',
  'corporation corp',
  'management mgmt',
  'department dept',
  'university univ',
  'universite univ',
  'universitat univ',
  'technology tech',
  'technologies tech techs',
  'technik techn',
  'engineering eng engg',
  'industries ind inds',
  'industrie ind',
  'industrial ind',
  'transport transp trsp',
  'transports transp trsp',
  'transportes transp',
  'trasporti trasp',
  'boulangerie boul boulang',
  'pharmacie pharm phie',
  'restaurant rest rst',
  'immobilien immob immo',
  'immobilier immo',
  'immobiliere immo',
  'import imp',
  'export exp',
  'general gen gral',
  'generale gen gle',
  'national natl nat',
  'northern nth',
  'deutsche dt dtsch',
  'deutscher dt',
  'nachfolger nachf',
  'inhaber inh',
  'mount mt',
  'street str',
  'strasse str',
  'centre ctr',
  'center ctr',
  'group grp',
  'groupe grp gpe',
  'holding hldg',
  'holdings hldgs',
  'limited ltd',
  'maria ma mª',
  'van v',
  'von v',
  'der d',
  'den d',
  'vander vd',
  'vanden vd',
  'vande vd',
  'francisco fco',
  'rechtsanwalt ra',
  'wohnungseigentumergemeinschaft weg',
  'trading tr',
  'partners ptnrs',
  'laboratoire labo',
  'laboratoires labo',
  'entreprise ent entr',
  'entreprises ent entr',
  'enterprises ent',
  'products prods',
  'professional prof',
  'solutions sol sols',
  'consulting cons',
  'avenue av ave',
  'handel hdl',
  'vereniging ver',
  'verein ver',
]
const LONG_OF = new Map<string, Set<string>>()
for (const [long = '', ...shorts] of SHORT_FORMS.map((group) => group.split(' ')))
  for (const short of shorts) LONG_OF.set(short, (LONG_OF.get(short) ?? new Set()).add(long))

/** The words that a folded word abbreviates. */
export const longFormsOf = (short: string): readonly string[] => [...(LONG_OF.get(short) ?? [])]

/** Whether one folded word is a usual abbreviation of the other, or both abbreviate the same word. */
export function isShortForm(left: string, right: string): boolean {
  if (LONG_OF.get(left)?.has(right) || LONG_OF.get(right)?.has(left)) return true
  const longs = LONG_OF.get(left)
  return longs !== undefined && [...(LONG_OF.get(right) ?? [])].some((long) => longs.has(long))
}

/** Whether a word with a full stop is a prefix of the other: `Const.` for `Construcciones`. */
export function isCutWithDot(text: string, key: string, other: string): boolean {
  return /\.$/u.test(text) && key.length >= 2 && other.length > key.length && other.startsWith(key)
}

/** Common words of companies: they indicate a company and hardly distinguish two of them. */
export const COMPANY_WORDS = list(
  'transport transports transportes trasporti spedition logistik logistics logistique logistica consulting ' +
    'consultants consultores consultoria conseil conseils beratung unternehmensberatung holding holdings group ' +
    'groupe gruppe gruppo grupo services service servicios servicos servizi dienstleistungen solutions systems ' +
    'systemes technik technologie technologies technology tech software informatique digital media design ' +
    'webdesign studio international internationale europe european trading handel handels vertrieb import export ' +
    'commerce distribution distribuzione distribucion gmbh company compagnie cie co corp corporation ' +
    'entreprise entreprises enterprises societe societa sociedad sociedade gesellschaft etablissements ' +
    'industries industrie industria industrial immobilien immobilier immobiliere immobiliare immobiliaria ' +
    'inmobiliaria imobiliaria properties property estates invest investment investments investissements ' +
    'inversiones investimentos capital finance financial finanz finanzen bau hochbau tiefbau bouw bygg byg ' +
    'construction constructions construcciones construcoes costruzioni building builders batiment maschinenbau ' +
    'metallbau elektro elektrotechnik electric electricite energia energie energy solar restaurant restaurante ' +
    'ristorante trattoria pizzeria cafe bar bistro brasserie hotel hostel auberge pension gasthaus gasthof ' +
    'gastronomie catering kitchen food foods lebensmittel boulangerie patisserie backerei baeckerei konditorei ' +
    'panaderia padaria panificio boucherie metzgerei fleischerei carniceria pharmacie apotheke farmacia pharmacy ' +
    'garage auto autohaus automobile automobiles autos carrosserie ecole school schule akademie academy academie ' +
    'lycee college universite university universitat hopital hospital klinik clinique clinic praxis cabinet ' +
    'kanzlei avocats avocat rechtsanwalte notaires notaire architectes architecte architekten architects ' +
    'architecture ingenieurs ingenieure engineering plomberie plumbing sanitar heizung chauffage menuiserie ' +
    'tischlerei schreinerei zimmerei dachdecker couverture maconnerie peinture maler malerbetrieb haustechnik ' +
    'electronique electronics print druckerei imprimerie verlag editions edition publishing presse mobel moebel ' +
    'mobelhaus moebelhaus haus shop store boutique magasin market markt supermarkt marche atelier ateliers ' +
    'manufaktur factory fabrik usine werke werk works mairie commune ville gemeinde stadt comune municipio ' +
    'ayuntamiento camara city council association asociacion associazione associacao verein sportverein club ' +
    'federation foundation fondation stiftung fundacion fondazione fundacao stichting vereniging bank banque ' +
    'banca banco sparkasse versicherung assurances assurance insurance agence agency agentur agencia agenzia ' +
    'tours travel reisen voyages viajes viaggi turismo tourismus vinhos vins wein weingut wine wines bodega ' +
    'bodegas cleaners cleaning reinigung nettoyage limpiezas pulizie event events management marketing werbung ' +
    'publicite communication communications telecom immeuble immeubles trust charity fils sohne soehne sons son ' +
    'zonen hijos filhos irmaos hermanos hnos figli fratelli freres brothers bros gebruder gebrueder gebr ' +
    'associes partner partners partenaires associates wohnbau wohnungsbau strassenbau gartenbau turn ' +
    'finanzamt direction ministere ministerium agencia kompania ' +
    'event ferme farm farms hof coiffure coiffeur friseur salon beauty fitness gym sport sports ' +
    'zaklad firma przedsiebiorstwo uslugi sklep stavby rent rental location',
)
/** Different names for the institutions of one municipality. */
const SAME_BODY = list('mairie commune ville municipalite')
const SAME_BODY_DE = list('gemeinde stadt stadtverwaltung gemeindeverwaltung')

/** Whether two folded words name the same public body: `Mairie` and `Commune`. */
export function isSameBody(left: string, right: string): boolean {
  return [SAME_BODY, SAME_BODY_DE].some((group) => group.has(left) && group.has(right))
}

/** Words before a registration number. */
export const REGISTER_WORDS = list(
  'hrb hra rc rcs siren siret kvk reg registered no nr num numero number vat nif cif nipc charity r c crn krs nip ico',
)

/** Words of place or direction: two different ones always mean different companies. */
export const DIRECTIONS = list(
  'nord sud ost west est ouest north south east norte sur oeste leste oost zuid noord',
)
