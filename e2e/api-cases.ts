/** Invalid names, IBANs, bodies and keys, with the expected responses. Pure data. */
export type Case = {
  name: string
  /** overrides fields of a valid sandbox check; undefined removes a field */
  change?: Record<string, unknown>
  /** the raw body, instead of a check */
  raw?: string | Uint8Array
  headers?: Record<string, string | null>
  status: number
  /** the problem's code; for 200: what the record must contain */
  code?: string
  holds?: Record<string, unknown>
}

const IBAN = 'FR7630006000011234567890189'
const good = (name: string, change: Record<string, unknown>, holds?: Record<string, unknown>): Case => ({
  name,
  change,
  status: 200,
  holds,
})
const refused = (name: string, change: Record<string, unknown>, code: string): Case => ({
  name,
  change,
  status: 422,
  code,
})
const raw = (name: string, text: string | Uint8Array, code: string, status = 400): Case => ({
  name,
  raw: text,
  status,
  code,
})
const typed = (name: string, type: string | null, code: string): Case => ({
  name,
  headers: { 'content-type': type },
  status: 415,
  code,
})

const cleaned = { iban: IBAN, status: 'completed', matchResult: 'match' }
export const IBANS: Case[] = [
  good(
    'groups of four with every kind of space',
    { iban: 'FR76 3000\u00a06000\u202f0112\u20093456 7890 189' },
    cleaned,
  ),
  good('hyphens and dots', { iban: 'FR76-3000.6000-0112-3456-7890-189' }, cleaned),
  good(
    'zero-width space, soft hyphen and BOM inside',
    { iban: 'FR76\u200b3000\u00ad60000112\ufeff34567890189' },
    cleaned,
  ),
  good('lower case with a label', { iban: 'iban: fr7630006000011234567890189' }, cleaned),
  refused('full-width letters', { iban: 'ＦＲ７６30006000011234567890189' }, 'iban_characters'),
  refused('Arabic digits', { iban: 'FR٧٦30006000011234567890189' }, 'iban_characters'),
  refused('Cyrillic letters that look alike', { iban: 'СР7630006000011234567890189' }, 'iban_characters'),
  refused('dotless i, which upper-cases to I', { iban: 'ıE64IRCE92050112345678' }, 'iban_characters'),
  refused('long s, which upper-cases to S', { iban: 'Eſ9121000418450200051332' }, 'iban_characters'),
  refused('wrong check digits', { iban: 'FR7630006000011234567890188' }, 'iban_checksum'),
  refused('one digit short', { iban: 'FR133000600001123456789018' }, 'iban_length'),
  refused('check digits 01', { iban: 'DE01370400440000000042' }, 'iban_checksum'),
  refused('check digits 00', { iban: 'DE00370400440000000060' }, 'iban_checksum'),
  refused('check digits 99', { iban: 'DE99370400440000000024' }, 'iban_checksum'),
  good('outside SEPA: Türkiye', { iban: 'TR330006100519786457841326' }),
  good('outside SEPA: Brazil', { iban: 'BR1800360305000010009795493C1' }),
  good('outside SEPA: Kosovo', { iban: 'XK051212012345678906' }),
  refused('a country that issues none', { iban: 'US64SVBKUS6S3300958879' }, 'iban_country_unknown'),
  refused('a country that does not exist', { iban: 'ZZ7630006000011234567890189' }, 'iban_country_unknown'),
  refused('letter O for the digit', { iban: 'DE8937040044O532013000' }, 'iban_structure'),
  good('the shortest', { iban: 'NO9386011117947' }),
  good('the longest', { iban: 'MT84MALT011000012345MTLCAST001S' }),
  good('France with letters', { iban: 'FR1420041010050500013M02606' }),
  good('Monaco', { iban: 'MC5811222000010123456789030' }),
  good('San Marino', { iban: 'SM86U0322509800000000270100' }),
  refused('empty', { iban: '' }, 'iban_required'),
  refused('null', { iban: null }, 'iban_required'),
  refused('missing', { iban: undefined }, 'iban_required'),
  refused('a space', { iban: ' ' }, 'iban_required'),
  refused('35 signs', { iban: `${IBAN}12345678` }, 'iban_length'),
  refused('10 kB', { iban: IBAN + '1'.repeat(10_240) }, 'iban_length'),
  refused('a number', { iban: 7.63e25 }, 'type_string'),
  refused('a list', { iban: [IBAN] }, 'type_string'),
  refused('an object', { iban: {} }, 'type_string'),
  refused('true', { iban: true }, 'type_string'),
  refused('two IBANs in one field', { iban: `${IBAN} ${IBAN}` }, 'iban_length'),
]

const names = (values: string[]): Case[] =>
  values.map((name) => good(JSON.stringify(name), { name }, { name }))
export const NAMES: Case[] = [
  refused('empty', { name: '' }, 'name_required'),
  refused('null', { name: null }, 'name_required'),
  refused('missing', { name: undefined }, 'name_required'),
  refused('spaces', { name: '   ' }, 'name_required'),
  refused('zero-width space', { name: '\u200b' }, 'name_required'),
  refused('141 signs', { name: 'x'.repeat(141) }, 'name_too_long'),
  good('140 signs', { name: 'x'.repeat(140) }),
  good('140 signs of two units each', { name: '𝒜'.repeat(140) }),
  refused('right-to-left override', { name: 'Marie\u202eeiruC' }, 'name_control_characters'),
  refused('isolate', { name: 'Marie\u2066Curie' }, 'name_control_characters'),
  refused('control character', { name: 'Marie\u0001Curie' }, 'name_control_characters'),
  refused('tab', { name: 'Marie\tCurie' }, 'name_control_characters'),
  refused('line end', { name: 'Marie\nCurie' }, 'name_control_characters'),
  refused('NUL', { name: 'Marie\u0000Curie' }, 'name_control_characters'),
  refused('half a surrogate pair', { name: 'Marie \ud800' }, 'unicode_malformed'),
  refused('a number', { name: 7 }, 'type_string'),
  good('NFD is stored in NFC', { name: 'Rene\u0301e' }, { name: 'Renée' }),
  good('100 marks on one letter', { name: `Z${'\u0335'.repeat(100)}algo` }),
  ...names(['X', 'Zoë 👩‍🚀', 'Иван Петров', 'Γιώργος', 'محمد', IBAN]),
  ...names(["O'Brien-Łukasz & Søn, Ltd. (Dublin)", 'd’Arc', 'Müller', 'Nguyễn']),
  ...names(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg>']),
  ...names(['=1+1', '@SUM(A1)', '-2+3', '+33612345678', '＝1']),
  ...names(["'; DROP TABLE verifications--", '{{7*7}}', '$' + '{jndi:ldap://x}', '../../etc/passwd', '%s%n']),
]

export const FIELDS: Case[] = [
  refused('sandbox_result in production', { environment: 'live', sandbox_result: 'match' }, 'unknown_field'),
  refused('sandboxResult in production', { environment: 'live', sandboxResult: 'match' }, 'unknown_field'),
  refused('role', { role: 'admin' }, 'unknown_field'),
  refused('id', { id: '7d8e9c7a-0000-4000-8000-000000000001' }, 'unknown_field'),
  refused('status', { status: 'completed' }, 'unknown_field'),
  refused('an outcome that the sandbox has not', { sandboxResult: 'maybe' }, 'enum'),
  refused('an environment that is none', { environment: 'prod' }, 'enum'),
  refused('no environment', { environment: undefined }, 'environment_required'),
  refused('an operator instead of a name', { name: { not: '' } }, 'type_string'),
  refused('an operator instead of an IBAN', { iban: { startsWith: 'F' } }, 'type_string'),
  refused('a list as reference', { reference: { in: ['a'] } }, 'type_string'),
  refused('a number instead of a reference', { reference: 2 ** 53 + 1 }, 'type_string'),
  good('a note with an end of line', { note: 'first\nsecond' }, { note: 'first\nsecond' }),
  refused('a note with NUL', { note: 'a\u0000' }, 'control_characters'),
]

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
export const JSON_BODIES: Case[] = [
  ...['', ' ', 'null', '[]', '"x"', '1', 'true'].map((text) =>
    raw(`not an object: ${JSON.stringify(text)}`, text, 'json_object_required'),
  ),
  ...['{', '{"a":1,}', '{"a":1}{"b":2}', '/* */{}', "{'a':1}", '{"a":NaN}', '\ufeff{}'].map((text) =>
    raw(`not JSON: ${JSON.stringify(text)}`, text, 'json_invalid'),
  ),
  raw('not UTF-8', latin1('{"name":"Ren\xe9e"}'), 'json_invalid'),
  raw('a key twice', '{"iban":"A","iban":"B"}', 'json_duplicate_key'),
  raw('a key twice, once escaped', '{"iban":"A","\\u0069ban":"B"}', 'json_duplicate_key'),
  raw('__proto__', '{"__proto__":{"isAdmin":true}}', 'json_forbidden_key'),
  raw('__proto__ further down', '{"a":[{"__proto__":1}]}', 'json_forbidden_key'),
  raw('constructor', '{"constructor":{"prototype":{}}}', 'json_forbidden_key'),
  raw('nested 21 deep', nested(20), 'json_too_deep'),
  raw('nested 10,000 deep', nested(10_000), 'json_too_deep'),
  raw('too many keys', manyKeys(5_500), 'json_too_large'),
  raw('64 kB and more', `{"a":"${'x'.repeat(64 * 1024)}"}`, 'body_too_large', 413),
  raw('10 MB', `{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`, 'body_too_large', 413),
  typed('text/plain', 'text/plain', 'media_type'),
  typed('a form', 'application/x-www-form-urlencoded', 'media_type'),
  typed('an unknown charset', 'application/json; charset=utf-7', 'media_type'),
  typed('UTF-16', 'application/json; charset=utf-16', 'charset'),
  typed('Latin-1', 'application/json; charset=iso-8859-1', 'charset'),
  typed('no type at all', null, 'media_type'),
  { name: 'a packed body', headers: { 'content-encoding': 'gzip' }, status: 415, code: 'content_encoding' },
]

const header = (name: string, headers: Case['headers'], status: number, code: string): Case => ({
  name,
  headers,
  status,
  code,
})
export const HEADERS: Case[] = [
  header('no Idempotency-Key', { 'idempotency-key': null }, 400, 'idempotency_key_required'),
  header('an Idempotency-Key that is no UUID', { 'idempotency-key': 'abc' }, 400, 'idempotency_key_invalid'),
  header(
    'an Idempotency-Key of 300 signs',
    { 'idempotency-key': 'a'.repeat(300) },
    400,
    'idempotency_key_invalid',
  ),
  header('another origin', { origin: 'https://evil.example' }, 403, 'csrf_rejected'),
  header('origin null', { origin: 'null' }, 403, 'csrf_rejected'),
  header('a malformed origin', { origin: 'http://[' }, 403, 'csrf_rejected'),
  header('no origin at all', { origin: null }, 403, 'csrf_rejected'),
  header('sent across sites', { 'sec-fetch-site': 'cross-site' }, 403, 'csrf_rejected'),
  header('sent from a sister site', { 'sec-fetch-site': 'same-site' }, 403, 'csrf_rejected'),
  header(
    'another origin with a forwarded host to match',
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    403,
    'csrf_rejected',
  ),
  header('another host', { host: 'evil.example' }, 421, 'host_unknown'),
  header('nobody signed in', { cookie: null }, 401, 'session_required'),
]
