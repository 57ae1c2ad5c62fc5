// A backup contains a keyed digest of each key, so that a restore can compare the keys of this office before its first
// row.
import crypto from 'node:crypto'
import { Problem } from '../prepare/project.mjs'

/** @returns {Record<string, string>} each key by its name, with every version in ENCRYPTION_KEYS */
function keysIn({ ENCRYPTION_KEYS = '', AUDIT_KEY = '', SIGNING_KEY = '' }) {
  const versions = ENCRYPTION_KEYS.split(',').flatMap((entry) => {
    const [, version, key] = /^(v\d+):(.+)$/.exec(entry.trim()) ?? []
    return version ? [[`ENCRYPTION_KEYS (${version})`, key]] : []
  })
  return Object.fromEntries([...versions, ['AUDIT_KEY', AUDIT_KEY], ['SIGNING_KEY', SIGNING_KEY]])
}

const keyDigest = (name, key) =>
  crypto.createHmac('sha256', Buffer.from(key, 'base64')).update(`accord backup|${name}`).digest('base64')

/** @returns {Record<string, string>} the digest of each key that is set */
export function keyDigestsOf(env) {
  const set = Object.entries(keysIn(env)).filter(([, key]) => key)
  return Object.fromEntries(set.map(([name, key]) => [name, keyDigest(name, key)]))
}

/** @throws {Problem} naming the keys of these digests that are missing here, and where they are */
export function requireSameKeys(digests, env) {
  const ownKeys = keysIn(env)
  const wrong = Object.keys(digests).filter(
    (name) => !ownKeys[name] || keyDigest(name, ownKeys[name]) !== digests[name],
  )
  if (wrong.length === 0) return
  throw new Problem(
    `This backup was made with other keys; missing or different here: ${wrong.join(', ')}. ` +
      'Nothing was restored: copy them from the settings of the office that made it, or, if its database was embedded, ' +
      `from secrets.json of its data folder${env.DATA_DIR ? ` (here they belong in ${env.DATA_DIR}/secrets.json)` : ''}.`,
  )
}
