// Where PostgreSQL can run. It refuses to run as root, so under root it runs as `postgres` or `nobody`, who often have
// no access to the project (a folder with mode 0700). Then programs and data move to a folder that both can read, and
// DATA_DIR/postgres becomes a link to the data.
import { spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from '../prepare/project.mjs'

const hasAccess = (user, test, file) =>
  spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', file], { ...user, cwd: '/' }).status === 0

function accounts() {
  return fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/**
 * @returns {{ uid?: number, gid?: number }} the user that runs PostgreSQL: the current one, or for root the owner of
 *   the data
 */
export function serverUser(home) {
  if (process.getuid?.() !== 0) return {}
  const owner = fs.statSync(path.join(home, 'data'), { throwIfNoEntry: false })?.uid
  const users = accounts()
  const user =
    (owner && users.find(({ uid }) => uid === owner)) ??
    users.find(({ name }) => name === 'postgres') ??
    users.find(({ name }) => name === 'nobody')
  if (user) return { uid: user.uid, gid: user.gid }
  throw new Problem(
    'PostgreSQL cannot run as root and this machine has no user postgres or nobody: set DATABASE_URL',
  )
}

/** Programs are run only from a folder that root owns and nobody else can write to. */
function sharedFolder(user) {
  for (const folder of [process.env.ACCORD_STATE, '/var/lib/accord', '/var/tmp/accord'].filter(Boolean)) {
    try {
      if (fs.mkdirSync(folder, { recursive: true })) fs.chmodSync(folder, 0o755)
    } catch {
      continue
    }
    const stat = fs.lstatSync(folder)
    if (stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0 && hasAccess(user, '-x', folder))
      return folder
  }
  throw new Problem(
    'PostgreSQL cannot run as root, and its user cannot enter this folder. ' +
      'Set ACCORD_STATE to a folder that everyone may enter, or set DATABASE_URL.',
  )
}

/** A hard link costs nothing; a copy is made where the file system or its permissions allow no link. */
function linkOrCopy(from, to) {
  const { mode } = fs.statSync(from)
  if (mode & 0o004) {
    try {
      return fs.linkSync(from, to)
    } catch {
      // another file system
    }
  }
  fs.copyFileSync(from, to)
  fs.chmodSync(to, mode & 0o100 ? 0o755 : 0o644)
}

function linkOrCopyTree(from, to) {
  fs.mkdirSync(to)
  fs.chmodSync(to, 0o755)
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkOrCopyTree(source, target)
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target)
    else linkOrCopy(source, target)
  }
}

/** Created under a temporary name and renamed, so that it is never incomplete. */
function installPrograms(native, to) {
  if (fs.existsSync(to)) return to
  const temporary = `${to}.${process.pid}`
  fs.rmSync(temporary, { recursive: true, force: true })
  linkOrCopyTree(native, temporary)
  try {
    fs.renameSync(temporary, to)
  } catch {
    fs.rmSync(temporary, { recursive: true, force: true }) // another start was first
  }
  return to
}

/** The data that this project's link points to; a copied project does not get the database of the original. */
function linkedData(home) {
  const stat = fs.lstatSync(home, { throwIfNoEntry: false })
  if (!stat?.isSymbolicLink() || !fs.existsSync(home)) return undefined
  const real = fs.realpathSync(home)
  const noteFile = path.join(real, 'project')
  const recordedHome = fs.readFileSync(noteFile, 'utf8')
  if (recordedHome === home) return real
  if (fs.existsSync(recordedHome) && fs.realpathSync(recordedHome) === real) return undefined // the project was copied
  fs.writeFileSync(noteFile, home) // the project was moved
  return real
}

/** pg_ctl starts the server by a shell, in which these characters of a path would have a meaning. */
export function refuseShellCharacters({ native, home }) {
  const folder = [native, home].find((one) => /["$`\\\n]/.test(one))
  if (!folder) return
  throw new Problem(
    `PostgreSQL can't run in a folder with one of the characters " $ \` \\ in its name: ${folder}\n` +
      (folder === home ? 'Set DATA_DIR to another one.' : 'Move Accord to another one.'),
  )
}

/** @returns {{ native: string, home: string, moved: boolean }} programs, and the folder that contains `data` */
export function chooseLocation({ native, version, dataDir, user }) {
  const home = path.join(dataDir, 'postgres')
  if (user.uid === undefined) {
    fs.mkdirSync(home, { recursive: true })
    return { native, home: fs.realpathSync(home), moved: false }
  }
  if (!fs.lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink()) {
    if (fs.mkdirSync(home, { recursive: true })) fs.chownSync(home, user.uid, user.gid)
    if (hasAccess(user, '-w', home) && hasAccess(user, '-x', path.join(native, 'bin/initdb'))) {
      return { native, home: fs.realpathSync(home), moved: false }
    }
    if (fs.readdirSync(home).length)
      throw new Problem(`PostgreSQL's user cannot enter ${home}, which holds data`)
    fs.rmdirSync(home)
  }
  const folder = sharedFolder(user)
  let real = linkedData(home)
  if (!real) {
    // a random name, not the project's path: a project deleted and cloned again must not find an old database whose
    // keys are gone
    real = path.join(folder, `db-${crypto.randomUUID()}`)
    fs.mkdirSync(real, { mode: 0o700 })
    fs.chownSync(real, user.uid, user.gid)
    fs.writeFileSync(path.join(real, 'project'), home)
    fs.rmSync(home, { force: true })
    fs.symlinkSync(real, home)
  }
  return { native: installPrograms(native, path.join(folder, `pg-${version}`)), home: real, moved: true }
}
