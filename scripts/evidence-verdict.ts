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

async function printVerdict(): Promise<boolean> {
  const result = await verifyPack(await readZip(new Uint8Array(readFileSync(file))), expected)
  const simulated = result.genuine ? simulatedAs(result.manifest) : null
  if (simulated) console.log(t(`simulated_${simulated}`))
  const genuine = expected === null ? 'genuineAnyKey' : 'genuine'
  console.log(t(result.genuine ? genuine : 'altered'))
  if (!result.genuine) console.log(t(`kind_${result.kind}`, { path: result.path, row: `${result.row}` }))
  const rows = result.genuine ? rowsWords(result.rows) : null
  if (rows) console.log(`${t('rows')}: ${t(rows.key, rows.values)}`)
  if (result.genuine && result.payments)
    console.log(`${t('releases')}: ${t('releasesText', paymentsWords(result.payments))}`)
  if (!result.genuine && result.seq !== null) console.log(`${t('entry')}: ${result.seq}`)
  if (result.fingerprint) console.log(`${t('fingerprint')}: ${groupsOfFour(result.fingerprint)}`)
  if (result.genuine && expected === null) console.log(t('keyText'))
  return result.genuine
}

process.exitCode = await printVerdict().then(
  (genuine) => (genuine ? 0 : 1),
  (error: unknown) => {
    console.log(
      error instanceof Unreadable ? t('unreadable') : `${error instanceof Error ? error.message : error}`,
    )
    return 1
  },
)
