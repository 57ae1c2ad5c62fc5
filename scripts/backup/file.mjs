// The file of a backup: refused in a sentence before anything starts.
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from '../prepare/project.mjs'

/** A backup is written under this name, and gets its own when it is complete. */
export const draftOf = (file) => `${file}.part`

/** @throws {Problem} when no backup can be written to this file */
export function demandWritable(file) {
  const folder = path.dirname(file)
  if (!found(folder)?.isDirectory())
    throw new Problem(`There is no folder ${folder}: make it, or name another one.`)
  if (found(file)?.isDirectory()) throw new Problem(`${file} is a folder: name a file in it.`)
  if (!allowed(folder, fs.constants.W_OK | fs.constants.X_OK))
    throw new Problem(
      `You can't write to the folder ${folder}: name another one, or run this as a user who can.`,
    )
}

/** @throws {Problem} when this is no file that can be read */
export function demandReadable(file) {
  const entry = found(file)
  if (!entry) throw new Problem(`There is no file ${file}.`)
  if (entry.isDirectory()) throw new Problem(`${file} is a folder: name the file of the backup.`)
  if (!allowed(file, fs.constants.R_OK))
    throw new Problem(`You can't read ${file}: change its rights, or run this as a user who can.`)
}

function found(file) {
  try {
    return fs.statSync(file)
  } catch {
    return undefined
  }
}

function allowed(file, how) {
  try {
    fs.accessSync(file, how)
    return true
  } catch {
    return false
  }
}
