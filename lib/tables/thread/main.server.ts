import 'server-only'
import { parentPort } from 'node:worker_threads'
import { StoredFile } from '@/lib/tables/thread/stored-file'
import { UnreadableOriginal } from '@/lib/tables/write/annotate'
import type { FilePlace } from '@/lib/tables/xml/place'

/** A message to the thread: a method of `StoredFile` and its argument. */
export type FileMessage = {
  does: keyof StoredFile
  given: unknown
}
export type FileAnswer = { answer: unknown } | { unreadable: string; place: FilePlace | null }

let file = new StoredFile()

function answerTo({ does, given }: FileMessage): FileAnswer {
  try {
    return { answer: (file[does] as (given: unknown) => unknown)(given) }
  } catch (error) {
    if (error instanceof UnreadableOriginal) {
      const { problem, line, element, value } = error.problem
      const place = line === undefined ? null : { line, ...(element && { element }), ...(value && { value }) }
      return { unreadable: problem, place }
    }
    throw error
  }
}

// null: the job is over
parentPort?.on('message', (message: FileMessage | null) => {
  if (message === null) file = new StoredFile()
  else parentPort?.postMessage(answerTo(message))
})
