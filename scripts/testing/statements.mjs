// After the whole suite of database tests: a `select` that no test executed fails the run, because its row was never
// compared with the database.
import fs from 'node:fs'
import path from 'node:path'

const TOPS = ['app', 'lib', 'worker']
const CALL = /(?<![\w.])select(?:One)?\((?!\s*\))/g

/** @returns {string[]} `file:line` of every call of select and selectOne in product code */
function statementsIn(root) {
  return TOPS.flatMap((top) =>
    fs
      .readdirSync(path.join(root, top), { recursive: true })
      .map((file) => path.join(top, file))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\/generated\//.test(file))
      .flatMap((file) => callsIn(file, fs.readFileSync(path.join(root, file), 'utf8'))),
  )
}

function callsIn(file, text) {
  if (!text.includes(`from '@/lib/platform/sql/select.server'`)) return []
  return [...text.matchAll(CALL)].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`)
}

/** An empty folder for the statements that this run executes. */
export function statementsFolder(testFolder) {
  const folder = path.join(testFolder, 'statements')
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

/** @returns {string[]} the statements that no test executed */
export function unexecutedStatements(root, folder) {
  const ran = new Set(
    fs.readdirSync(folder).flatMap((file) => fs.readFileSync(path.join(folder, file), 'utf8').split('\n')),
  )
  return statementsIn(root).filter((place) => !ran.has(place))
}
