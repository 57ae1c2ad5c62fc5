/** Valid and invalid names, IBANs, bodies and headers, with the expected responses. */
export type ApiCase = {
  name: string
  /** overrides fields of a valid sandbox check; undefined removes the field */
  change?: Record<string, unknown>
  /** the raw body, instead of a check */
  raw?: string | Uint8Array
  headers?: Record<string, string | null>
  status: number
  /** the problem's code; for 200: what the record must contain */
  code?: string
  expected?: Record<string, unknown>
}

const IBAN = 'FR7630006000011234567890189'
const accepted = (
  name: string,
  change: Record<string, unknown>,
  expected?: Record<string, unknown>,
): ApiCase => ({
  name,
  change,
  status: 200,
  expected,
})
const refused = (name: string, change: Record<string, unknown>, code: string): ApiCase => ({
  name,
  change,
  status: 422,
  code,
})
const raw = (name: string, text: string | Uint8Array, code: string, status = 400): ApiCase => ({
  name,
  raw: text,
  status,
  code,
})
const withType = (name: string, type: string | null, code: string): ApiCase => ({
  name,
  headers: { 'content-type': type },
  status: 415,
  code,
})

const normalised = { iban: IBAN, status: 'completed', matchResult: 'match' }
export const IBANS: ApiCase[] = [
  accepted(
    'groups of four with every kind of space',
    { iban: 'FR76 3000\u00a06000\u202f0112\u20093456 7890 189' },
    normalised,
  ),
  accepted('hyphens and dots', { iban: 'FR76-3000.6000-0112-3456-7890-189' }, normalised),
  accepted(
    'zero-width space, soft hyphen and BOM inside',
    { iban: 'FR76\u200b3000\u00ad60000112\ufeff34567890189' },
    normalised,
  ),
  accepted('lower case with a label', { iban: 'iban: fr7630006000011234567890189' }, normalised),
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
  accepted('outside SEPA: Türkiye', { iban: 'TR330006100519786457841326' }),
  accepted('outside SEPA: Brazil', { iban: 'BR1800360305000010009795493C1' }),
  accepted('outside SEPA: Kosovo', { iban: 'XK051212012345678906' }),
  refused('a country that issues none', { iban: 'US64SVBKUS6S3300958879' }, 'iban_country_unknown'),
  refused('a country that does not exist', { iban: 'ZZ7630006000011234567890189' }, 'iban_country_unknown'),
  refused('letter O for the digit', { iban: 'DE8937040044O532013000' }, 'iban_structure'),
  accepted('the shortest', { iban: 'NO9386011117947' }),
  accepted('the longest', { iban: 'MT84MALT011000012345MTLCAST001S' }),
  accepted('France with letters', { iban: 'FR1420041010050500013M02606' }),
  accepted('Monaco', { iban: 'MC5811222000010123456789030' }),
  accepted('San Marino', { iban: 'SM86U0322509800000000270100' }),
  refused('empty', { iban: '' }, 'iban_required'),
  refused('null', { iban: null }, 'iban_required'),
  refused('missing', { iban: undefined }, 'iban_required'),
  refused('a space', { iban: ' ' }, 'iban_required'),
  refused('35 characters', { iban: `${IBAN}12345678` }, 'iban_length'),
  refused('10 kB', { iban: IBAN + '1'.repeat(10_240) }, 'iban_length'),
  refused('a number', { iban: 7.63e25 }, 'type_string'),
  refused('a list', { iban: [IBAN] }, 'type_string'),
  refused('an object', { iban: {} }, 'type_string'),
  refused('true', { iban: true }, 'type_string'),
  refused('two IBANs in one field', { iban: `${IBAN} ${IBAN}` }, 'iban_length'),
]

const names = (values: string[]): ApiCase[] =>
  values.map((name) => accepted(JSON.stringify(name), { name }, { name }))
export const NAMES: ApiCase[] = [
  refused('empty', { name: '' }, 'name_required'),
  refused('null', { name: null }, 'name_required'),
  refused('missing', { name: undefined }, 'name_required'),
  refused('spaces', { name: '   ' }, 'name_required'),
  refused('zero-width space', { name: '\u200b' }, 'name_required'),
  refused('141 characters', { name: 'x'.repeat(141) }, 'name_too_long'),
  accepted('140 characters', { name: 'x'.repeat(140) }),
  accepted('140 characters of two code units each', { name: '𝒜'.repeat(140) }),
  refused('right-to-left override', { name: 'Marie\u202eeiruC' }, 'name_control_characters'),
  refused('isolate', { name: 'Marie\u2066Curie' }, 'name_control_characters'),
  refused('control character', { name: 'Marie\u0001Curie' }, 'name_control_characters'),
  refused('tab', { name: 'Marie\tCurie' }, 'name_control_characters'),
  refused('line end', { name: 'Marie\nCurie' }, 'name_control_characters'),
  refused('NUL', { name: 'Marie\u0000Curie' }, 'name_control_characters'),
  refused('half a surrogate pair', { name: 'Marie \ud800' }, 'unicode_malformed'),
  refused('a number', { name: 7 }, 'type_string'),
  accepted('NFD is stored in NFC', { name: 'Rene\u0301e' }, { name: 'Renée' }),
  accepted('100 marks on one letter', { name: `Z${'\u0335'.repeat(100)}algo` }),
  ...names(['X', 'Zoë 👩‍🚀', 'Иван Петров', 'Γιώργος', 'محمد', IBAN]),
  ...names(["O'Brien-Łukasz & Søn, Ltd. (Dublin)", 'd’Arc', 'Müller', 'Nguyễn']),
  ...names(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg>']),
  ...names(['=1+1', '@SUM(A1)', '-2+3', '+33612345678', '＝1']),
  ...names(["'; DROP TABLE verifications--", '{{7*7}}', '$' + '{jndi:ldap://x}', '../../etc/passwd', '%s%n']),
]

export const FIELDS: ApiCase[] = [
  refused('sandbox_result in production', { environment: 'live', sandbox_result: 'match' }, 'unknown_field'),
  refused('sandboxResult in production', { environment: 'live', sandboxResult: 'match' }, 'unknown_field'),
  refused('role', { role: 'admin' }, 'unknown_field'),
  refused('id', { id: '7d8e9c7a-0000-4000-8000-000000000001' }, 'unknown_field'),
  refused('status', { status: 'completed' }, 'unknown_field'),
  refused('an outcome that the sandbox lacks', { sandboxResult: 'maybe' }, 'enum'),
  refused('an unknown environment', { environment: 'prod' }, 'enum'),
  refused('no environment', { environment: undefined }, 'environment_required'),
  refused('an operator instead of a name', { name: { not: '' } }, 'type_string'),
  refused('an operator instead of an IBAN', { iban: { startsWith: 'F' } }, 'type_string'),
  refused('a list as reference', { reference: { in: ['a'] } }, 'type_string'),
  refused('a number instead of a reference', { reference: 2 ** 53 + 1 }, 'type_string'),
  accepted('a note with an end of line', { note: 'first\nsecond' }, { note: 'first\nsecond' }),
  refused('a note with NUL', { note: 'a\u0000' }, 'control_characters'),
]

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
export const JSON_BODIES: ApiCase[] = [
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
  withType('text/plain', 'text/plain', 'media_type'),
  withType('a form', 'application/x-www-form-urlencoded', 'media_type'),
  withType('an unknown charset', 'application/json; charset=utf-7', 'media_type'),
  withType('UTF-16', 'application/json; charset=utf-16', 'charset'),
  withType('Latin-1', 'application/json; charset=iso-8859-1', 'charset'),
  withType('no type at all', null, 'media_type'),
  {
    name: 'a compressed body',
    headers: { 'content-encoding': 'gzip' },
    status: 415,
    code: 'content_encoding',
  },
]

const withHeaders = (name: string, headers: ApiCase['headers'], status: number, code: string): ApiCase => ({
  name,
  headers,
  status,
  code,
})
export const HEADERS: ApiCase[] = [
  withHeaders('no Idempotency-Key', { 'idempotency-key': null }, 400, 'idempotency_key_required'),
  withHeaders(
    'an Idempotency-Key that is not a UUID',
    { 'idempotency-key': 'abc' },
    400,
    'idempotency_key_invalid',
  ),
  withHeaders(
    'an Idempotency-Key of 300 characters',
    { 'idempotency-key': 'a'.repeat(300) },
    400,
    'idempotency_key_invalid',
  ),
  withHeaders('another origin', { origin: 'https://evil.example' }, 403, 'csrf_rejected'),
  withHeaders('origin null', { origin: 'null' }, 403, 'csrf_rejected'),
  withHeaders('a malformed origin', { origin: 'http://[' }, 403, 'csrf_rejected'),
  withHeaders('no origin at all', { origin: null }, 403, 'csrf_rejected'),
  withHeaders('sent across sites', { 'sec-fetch-site': 'cross-site' }, 403, 'csrf_rejected'),
  withHeaders(
    'sent from another origin of the same site',
    { 'sec-fetch-site': 'same-site' },
    403,
    'csrf_rejected',
  ),
  withHeaders(
    'another origin with a forwarded host to match',
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    403,
    'csrf_rejected',
  ),
  withHeaders('another host', { host: 'evil.example' }, 421, 'host_unknown'),
  withHeaders('nobody signed in', { cookie: null }, 401, 'session_required'),
]
