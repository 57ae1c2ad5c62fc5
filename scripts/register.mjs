// Lets plain Node run the worker, the service and the seed: `node --import ./scripts/register.mjs worker/main.ts`. Node
// strips the types; this adds what bundlers do: the `@/` alias, imports without an extension, and `server-only`, which
// always holds in a process without a browser.
import { statSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
const isFile = (url) => statSync(url, { throwIfNoEntry: false })?.isFile() ?? false

/** @returns {string} the URL of the resolved file, or of the specifier itself when there is none */
function locate(at) {
  const candidates = [at.href, `${at.href}.ts`, at.href.replace(/\.js$/, '.ts')]
  return candidates.find((href) => isFile(new URL(href))) ?? at.href
}

// a warm start strips no types, which saves a fifth of the memory and time
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/accord/compiled', root)))

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'server-only') return { url: 'data:text/javascript,', shortCircuit: true }
    if (specifier.startsWith('@/')) return next(locate(new URL(specifier.slice(2), root)), context)
    const parent = context.parentURL ?? ''
    const ours = parent.startsWith(root.href) && !parent.includes('/node_modules/')
    if (ours && specifier.startsWith('.')) return next(locate(new URL(specifier, parent)), context)
    return next(specifier, context)
  },
})
