import 'server-only'
import { inThread, ThreadFailure, type ThreadSettings } from '@/lib/platform/threads/thread.server'
import type { FileAnswer, FileMessage } from '@/lib/tables/thread/main.server'
import type { FileBytes, StoredFile } from '@/lib/tables/thread/stored-file'
import type { FilePlace } from '@/lib/tables/xml/place'

const SCRIPT = 'lib/tables/thread/main.server.ts'

/**
 * A stored file could not be read: `why` is a code of lib/tables, or how the thread ended. `place` holds a value of the
 * file, as it may be shown but not logged.
 */
export class FileUnreadable extends Error {
  readonly why: string
  readonly place: FilePlace | null
  constructor(why: string, { place = null, cause }: { place?: FilePlace | null; cause?: unknown } = {}) {
    super(`a stored file could not be read: ${why}`, { cause })
    this.name = 'FileUnreadable'
    this.why = why
    this.place = place
  }
}

/**
 * Calls a method of `StoredFile` in the thread; its parameters and results are documented there. Byte arguments are
 * transferred and unusable afterwards.
 */
export type AskFile = <D extends keyof StoredFile>(
  does: D,
  given: Parameters<StoredFile[D]>[0],
) => Promise<ReturnType<StoredFile[D]>>

/**
 * Reads a stored file in a separate thread with a timeout and a memory limit.
 * @throws FileUnreadable; Refusal 503 threads_busy
 */
export async function withFileThread<T>(
  job: (ask: AskFile) => Promise<T>,
  settings?: ThreadSettings,
): Promise<T> {
  try {
    return await inThread(
      SCRIPT,
      (ask) =>
        job(async (does, given) => {
          const answer = await ask<FileAnswer>({ does, given } satisfies FileMessage, transferList(given))
          if ('unreadable' in answer) throw new FileUnreadable(answer.unreadable, answer)
          return answer.answer as never
        }),
      settings,
    )
  } catch (error) {
    if (error instanceof ThreadFailure) throw new FileUnreadable(error.why, { cause: error.cause })
    throw error
  }
}

/** Bytes that fill their buffer are transferred instead of copied. */
function transferList(given: unknown): ArrayBuffer[] {
  const { bytes } = (typeof given === 'object' && given !== null ? given : {}) as Partial<FileBytes>
  return bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? [bytes.buffer]
    : []
}
