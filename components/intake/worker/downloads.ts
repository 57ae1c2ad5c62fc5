import type { CheckedRow } from '@/lib/tables/rows/rows'
import type { Download } from '../protocol'
import { rowsCsv } from './fix-file'
import { shownFileName } from './pack'
import type { Session } from './session'

/**
 * A file created in the browser. `skipped`: all unsent rows; `fix`: those with a problem, to correct and import.
 * `words` are the problems by code, `skipped` and `last` the other texts in the language of the page.
 */
export function downloadOf(
  session: Session,
  what: 'skipped' | 'fix',
  words: Record<string, string>,
): Download {
  const { table, hash, work, choices } = session
  const checked = session.checkedRows()
  const rows: CheckedRow[] = []
  for (let index = 0; index < checked.length; index++) {
    const left = what === 'skipped' && work.skipped.has(index + 1)
    if (left || !checked.isValid(index)) rows.push(checked.row(index))
  }
  const reasonOf = ({ problems: [problem] }: CheckedRow) =>
    problem ? (words[problem.hint ?? problem.code] ?? problem.code) : (words.left_out ?? '')
  const base = shownFileName(choices.fileName).replace(/\.[^.]*$/, '')
  const text = rowsCsv(table, hash, rows, reasonOf, words.last ?? '')
  return { name: `${base}-${what === 'fix' ? 'to-fix' : 'skipped'}.csv`, text }
}
