// A backup contains no keys, but a keyed digest of each, by which a restore knows before its first row whether this
// office has the same keys.
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

const markOf = (name, key) =>
  crypto.createHmac('sha256', Buffer.from(key, 'base64')).update(`accord backup|${name}`).digest('base64')

/** @returns {Record<string, string>} the digest of each key that is set */
export function marksOf(env) {
  const set = Object.entries(keysIn(env)).filter(([, key]) => key)
  return Object.fromEntries(set.map(([name, key]) => [name, markOf(name, key)]))
}

/** @throws {Problem} naming the keys of these digests that are missing here, and where they are */
export function demandMarked(marks, env) {
  const own = keysIn(env)
  const wrong = Object.keys(marks).filter((name) => !own[name] || markOf(name, own[name]) !== marks[name])
  if (wrong.length === 0) return
  throw new Problem(
    `This backup was made with other keys; missing or different here: ${wrong.join(', ')}. ` +
      'Nothing was restored: copy them from the settings of the office that made it, or, if its database was embedded, ' +
      `from secrets.json of its data folder${env.DATA_DIR ? ` (here they belong in ${env.DATA_DIR}/secrets.json)` : ''}.`,
  )
}
