import 'server-only'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { messagesOf } from '@/lib/platform/language/messages.server'

/** The modules, concatenated into one script in this order: each uses only modules before it. */
const PARTS = [
  ...['scan', 'formula'].map((name) => `lib/tables/text/${name}`),
  ...['crypto', 'unzip', 'compare', 'payments', 'verify', 'page'].map(
    (name) => `lib/exports/verifier/${name}`,
  ),
]

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.25rem; margin: 0 0 .5rem }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600 }
#verdict { margin: 1.5rem 0; padding: 0 } #verdict:empty { display: none }
#verdict.good, #verdict.unsure, #verdict.simulated, #verdict.bad, #verdict.busy { padding: 1rem 1.25rem; border: 2px solid; border-radius: .5rem }
#verdict.good { border-color: #1a7f37 } #verdict.simulated { border-color: #9a6700; border-style: dashed } #verdict.unsure { border-color: #9a6700 } #verdict.bad { border-color: #cf222e } #verdict.busy { border-color: #888 }
dl { margin: 0 } dt { font-weight: 600; margin-top: .5rem } dd { margin: 0; overflow-wrap: anywhere }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
`

/** One module as a script for the browser: without types, imports and exports. */
function part(name: string): string {
  const source = readFileSync(join(process.cwd(), `${name}.ts`), 'utf8')
  return stripTypeScriptTypes(source, { mode: 'strip' })
    .replace(/^import\b[^;]*?\bfrom\s*'(?:\.\/\w+|@\/lib\/tables\/text\/\w+)'$/gm, '')
    .replace(/^export (?=(const|class|function|async function)\b)/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
}

const ANY_KEY = `<p><strong data-say="anyKey"></strong> <span data-say="anyKeyText"></span></p>
`
const OWN_KEY = `<h2 data-say="keyTitle"></h2>
<p data-say="keyText"></p>
<p><code id="expected"></code></p>
`

let script: string | undefined

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Escapes `<`, so that no text can close the script element. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const wordsOf = (locale: 'en' | 'fr') => messagesOf(locale).evidence.verifier

/**
 * The page that verifies packs of this installation: one file that works offline, opened from a disk. It contains
 * the fingerprint of the key, so that a pack signed with another key is not accepted as ours.
 * @param expected fingerprint of the key in hex; null for a page that accepts any key, and says so first
 */
export function verifierPage(expected: string | null): string {
  if (script === undefined || process.env.NODE_ENV !== 'production') script = PARTS.map(part).join('\n')
  const own = `'use strict';{${script}\nstartPage(${json({ expected, words: { en: wordsOf('en'), fr: wordsOf('fr') } })})}`
  const policy = `default-src 'none'; script-src ${hashSource(own)}; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Accord</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 data-say="title"></h1>
<p data-say="lead"></p>
${expected ? '' : ANY_KEY}<label for="pack" data-say="pack"></label>
<input id="pack" type="file" accept=".zip,application/zip">
<label for="folder" data-say="folder"></label>
<input id="folder" type="file" multiple webkitdirectory>
<section id="verdict" role="status" aria-live="polite"></section>
${expected ? OWN_KEY : ''}<p data-say="meaning"></p>
</main>
<script>${own}</script>
</body>
</html>
`
}
