import { violatedConstraint } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'

/** The status and code with which work is refused, or `done`. Other errors are rethrown. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? `${error.status} ${error.code}` : Promise.reject(error)),
  )

/** The same without the status. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  (await refusalOf(work)).replace(/^\d+ /, '')

/** The constraint or trigger that refuses a write, or `done`. */
export const refusedBy = (work: Promise<unknown>): Promise<string | null> =>
  work.then(() => 'done', violatedConstraint)
