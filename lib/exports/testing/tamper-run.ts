import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { flipBit, hashOf, type TamperedPack } from '@/lib/exports/testing/tamper'
import { FIRST_LINK, MANIFEST, type Manifest } from '@/lib/exports/verifier/verify'

type Parts = Record<string, Uint8Array>
/** `entry`: the audit entry that must be named. */
export type TamperedRun = TamperedPack & { entry?: string }

/** A text with one part of it replaced, which must be there. */
function replaceText(bytes: Uint8Array | undefined, from: string | RegExp, to: string): Uint8Array {
  const text = strFromU8(bytes ?? new Uint8Array())
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`nothing to replace: ${from}`)
  return strToU8(changed)
}

const withOneBitChanged = (bytes: Uint8Array = new Uint8Array()): Uint8Array =>
  flipBit(bytes, bytes.length >> 1)

/** The slice of the audit log with one entry changed, and the links of all lines computed again. */
function relink(bytes: Uint8Array): Uint8Array {
  let link = FIRST_LINK
  const lines = strFromU8(bytes).split('\n').filter(Boolean)
  const forged = lines.map((line) => {
    const rest = line.replace(/^\{"link":"[0-9a-f]{64}",/, '')
    link = hashOf(link + rest)
    return `{"link":"${link}",${rest}\n`
  })
  return strToU8(forged.join(''))
}

/** The pack with these files instead, and a manifest that lists them: only its signature shows the change. */
function withNewManifest(parts: Parts, change: (parts: Parts) => Parts): Parts {
  const files = change(parts)
  const manifest = JSON.parse(strFromU8(parts[MANIFEST] as Uint8Array)) as Manifest
  manifest.files = manifest.files.flatMap((file) => {
    const bytes = files[file.path]
    return bytes ? [{ path: file.path, bytes: bytes.length, sha256: hashOf(bytes) }] : []
  })
  return { ...files, [MANIFEST]: strToU8(JSON.stringify(manifest)) }
}

/**
 * Packs that each differ in one way from a genuine pack of a payment run with a release 2 and a report 1 that has a code
 * RVMC, with the defect that must be reported.
 */
export function tamperedRuns(genuine: Uint8Array): TamperedRun[] {
  const parts: Parts = unzipSync(genuine)
  const named = (start: string, end = '') =>
    Object.keys(parts).find((path) => path.startsWith(start) && path.endsWith(end)) as string
  const released = named('payments/release-2/', '-release-2.xml')
  const manifest = 'payments/release-2/release.json'
  const received = named('payments/report-1/received/')
  const table = 'payments/report-1/table.csv'
  const audit = 'audit.jsonl'
  const [line = ''] = /^.*"payment\.released".*$/m.exec(strFromU8(parts[audit] as Uint8Array)) ?? []
  const forged = replaceText(parts[audit], line, line.replace('"lines":1', '"lines":2'))
  const pack = (change: string, files: Parts, kind: TamperedPack['kind'], path: string): TamperedRun => ({
    change,
    pack: zipSync(files, { level: 1 }),
    kind,
    path,
  })
  const file = (change: string, path: string, bytes: Uint8Array) =>
    pack(change, { ...parts, [path]: bytes }, 'file_changed', path)
  const without = (files: Parts, start: string): Parts =>
    Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith(start)))
  return [
    file('one bit of a released file', released, withOneBitChanged(parts[released])),
    file('the gate of a line', 'payments/lines.jsonl', swapGates(parts['payments/lines.jsonl'])),
    file(
      'the gate of a line in a release',
      manifest,
      replaceText(parts[manifest], '"gate":"clear"', '"gate":"held"'),
    ),
    file('the status in a report', received, replaceText(parts[received], 'RVMC', 'RCVC')),
    file('the status in the table of a report', table, replaceText(parts[table], ';RVMC;', ';RCVC;')),
    file(
      'who confirmed a line',
      'payments/confirmations.jsonl',
      replaceText(parts['payments/confirmations.jsonl'], /"by":"[^"]+"/, '"by":"Nobody"'),
    ),
    pack(
      'a release taken out',
      without(parts, 'payments/release-2/'),
      'file_missing',
      named('payments/release-2/'),
    ),
    pack(
      'a release taken out of the manifest too',
      withNewManifest(parts, (files) => without(files, 'payments/release-2/')),
      'signature_wrong',
      MANIFEST,
    ),
    {
      ...file('an audit entry of a release', audit, forged),
      entry: (JSON.parse(line) as { seq: string }).seq,
    },
    file('an audit entry of a release, with its links', audit, relink(forged)),
    pack(
      'an audit entry of a release, with its links and in the manifest',
      withNewManifest(parts, (files) => ({ ...files, [audit]: relink(forged) })),
      'signature_wrong',
      MANIFEST,
    ),
  ]
}

/** Swaps the gates of two lines of a run. */
function swapGates(bytes: Uint8Array | undefined): Uint8Array {
  const marked = replaceText(bytes, '"gate":"clear"', '"gate":"-"')
  return replaceText(
    replaceText(marked, '"gate":"corrected"', '"gate":"clear"'),
    '"gate":"-"',
    '"gate":"corrected"',
  )
}
