import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { MANIFEST, type Manifest, type ProblemKind, SIGNATURE } from '@/lib/exports/verifier/verify'

type Parts = Record<string, Uint8Array>
export type TamperedPack = { change: string; pack: Uint8Array; kind: ProblemKind; path: string }

/** A new key in the format of SIGNING_KEY. */
export const createSigningKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64')

/** SHA-256 in hex. */
export const hashOf = (value: Uint8Array | string): string => createHash('sha256').update(value).digest('hex')

export const flipBit = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))

const withoutLine = (bytes: Uint8Array, line: number): Uint8Array =>
  strToU8(
    strFromU8(bytes)
      .split('\n')
      .filter((_, index) => index !== line)
      .join('\n'),
  )

/** The extra field from which some programs take the file's name. */
const fileNameField = (name: string): Uint8Array => new Uint8Array([1, 0, 0, 0, 0, ...strToU8(name)])

function changeManifest(parts: Parts, change: (manifest: Manifest) => void): Uint8Array {
  const manifest = JSON.parse(strFromU8(parts[MANIFEST] as Uint8Array)) as Manifest
  change(manifest)
  return strToU8(JSON.stringify(manifest))
}

/** The pack with one file rewritten, signed with another key. */
function signWithOtherKey(parts: Parts): Parts {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const forged = flipBit(parts['decisions.jsonl'] as Uint8Array, 20)
  const manifest = changeManifest(parts, (one) => {
    one.key = { ...one.key, spki: spki.toString('base64'), fingerprint: hashOf(spki) }
    for (const file of one.files) if (file.path === 'decisions.jsonl') file.sha256 = hashOf(forged)
  })
  const signature = sign('sha256', manifest, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64',
  )
  return { ...parts, 'decisions.jsonl': forged, [MANIFEST]: manifest, [SIGNATURE]: strToU8(signature) }
}

/** Fifteen packs that each differ from a genuine pack of an upload in one way, with the defect that must be reported. */
export function tamperedPacks(genuine: Uint8Array): TamperedPack[] {
  const parts: Parts = unzipSync(genuine)
  const named = (start: string) => Object.keys(parts).find((path) => path.startsWith(start)) as string
  const get = (path: string) => parts[path] as Uint8Array
  const without = (path: string) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => name !== path))
  const file = (change: string, path: string, bytes: Uint8Array): TamperedPack =>
    pack(change, { ...parts, [path]: bytes }, 'file_changed', path)
  const pack = (change: string, files: Zippable, kind: ProblemKind, path: string): TamperedPack => ({
    change,
    pack: zipSync(files, { level: 1 }),
    kind,
    path,
  })
  const [source, annotated] = [named('source/'), named('annotated/')]
  return [
    file('one bit of the record', 'record.json', flipBit(get('record.json'), 40)),
    file('one bit of the file as it was given', source, flipBit(get(source), get(source).length - 3)),
    file('a result in the file with results', annotated, flipBit(get(annotated), get(annotated).length - 9)),
    file('a row taken out', 'rows.jsonl', withoutLine(get('rows.jsonl'), 1)),
    file(
      'a line added to the decisions',
      'decisions.jsonl',
      strToU8(`${strFromU8(get('decisions.jsonl'))}{}\n`),
    ),
    file('the report cut off', 'report.pdf', get('report.pdf').subarray(0, -20)),
    file('an entry of the audit log taken out', 'audit.jsonl', withoutLine(get('audit.jsonl'), 0)),
    pack('a file taken out', without('rows.jsonl'), 'file_missing', 'rows.jsonl'),
    pack('a file added', { ...parts, 'annex.txt': strToU8('approved') }, 'file_added', 'annex.txt'),
    pack(
      'the date of the manifest',
      {
        ...parts,
        [MANIFEST]: changeManifest(parts, (one) => {
          one.createdAt = '2020-01-01T00:00:00.000Z'
        }),
      },
      'signature_wrong',
      MANIFEST,
    ),
    pack('the signature taken out', without(SIGNATURE), 'signature_missing', SIGNATURE),
    pack('signed anew with another key', signWithOtherKey(parts), 'key_foreign', MANIFEST),
    pack('a folder that holds bytes', { ...parts, 'annex/': strToU8('approved') }, 'file_added', 'annex/'),
    pack(
      'a file that is unpacked as a link',
      { ...parts, 'report.pdf': [get('report.pdf'), { os: 3, attrs: 0o120777 * 2 ** 16 }] },
      'file_added',
      'report.pdf (no plain file)',
    ),
    pack(
      'a file that is unpacked under another name',
      { ...parts, 'rows.jsonl': [get('rows.jsonl'), { extra: { 28789: fileNameField('approved.pdf') } }] },
      'file_added',
      'approved.pdf',
    ),
  ]
}
