import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { readZip, Unreadable } from '@/lib/exports/verifier/unzip'
import {
  groupsOfFour,
  paymentsWords,
  rowsWords,
  simulatedAs,
  verifyPack,
} from '@/lib/exports/verifier/verify'

// Prints whether an evidence pack is genuine. Started by scripts/evidence-verify.mjs with the file and the expected
// fingerprint.
import evidence from '@/messages/en/evidence.json' with { type: 'json' }

const t = createTranslator({ locale: 'en', messages: evidence.verifier })

const [file = '', fingerprint = ''] = process.argv.slice(2)
const expected = fingerprint.replaceAll(' ', '').toLowerCase() || null

async function verdict(): Promise<boolean> {
  const found = verifyPack(await readZip(new Uint8Array(readFileSync(file))), expected)
  const simulated = found.genuine ? simulatedAs(found.manifest) : null
  if (simulated) console.log(t(`simulated_${simulated}`))
  const genuine = expected === null ? 'genuineAnyKey' : 'genuine'
  console.log(t(found.genuine ? genuine : 'altered'))
  if (!found.genuine) console.log(t(`kind_${found.kind}`, { path: found.path, row: `${found.row}` }))
  const rows = found.genuine ? rowsWords(found.rows) : null
  if (rows) console.log(`${t('rows')}: ${t(rows.key, rows.values)}`)
  if (found.genuine && found.payments)
    console.log(`${t('releases')}: ${t('releasesText', paymentsWords(found.payments))}`)
  if (!found.genuine && found.seq !== null) console.log(`${t('entry')}: ${found.seq}`)
  if (found.fingerprint) console.log(`${t('fingerprint')}: ${groupsOfFour(found.fingerprint)}`)
  if (found.genuine && expected === null) console.log(t('keyText'))
  return found.genuine
}

process.exitCode = await verdict().then(
  (genuine) => (genuine ? 0 : 1),
  (error: unknown) => {
    console.log(
      error instanceof Unreadable ? t('unreadable') : `${error instanceof Error ? error.message : error}`,
    )
    return 1
  },
)
