// Checks the file of a backup before anything starts.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from '../prepare/project.mjs'

/** A backup is written under a name of its own and renamed when it is complete: two may have one file. */
export const draftOf = (file) => `${file}.${crypto.randomUUID().slice(0, 8)}.part`

/** @throws {Problem} when no backup can be written to this file */
export function requireWritable(file) {
  const folder = path.dirname(file)
  if (!statOrUndefined(folder)?.isDirectory())
    throw new Problem(`There is no folder ${folder}: make it, or name another one.`)
  if (statOrUndefined(file)?.isDirectory()) throw new Problem(`${file} is a folder: name a file in it.`)
  if (!hasAccess(folder, fs.constants.W_OK | fs.constants.X_OK))
    throw new Problem(
      `You can't write to the folder ${folder}: name another one, or run this as a user who can.`,
    )
}

/** @throws {Problem} when this is no file that can be read */
export function requireReadable(file) {
  const entry = statOrUndefined(file)
  if (!entry) throw new Problem(`There is no file ${file}.`)
  if (entry.isDirectory()) throw new Problem(`${file} is a folder: name the file of the backup.`)
  if (!hasAccess(file, fs.constants.R_OK))
    throw new Problem(`You can't read ${file}: change its rights, or run this as a user who can.`)
}

function statOrUndefined(file) {
  try {
    return fs.statSync(file)
  } catch {
    return undefined
  }
}

function hasAccess(file, mode) {
  try {
    fs.accessSync(file, mode)
    return true
  } catch {
    return false
  }
}
