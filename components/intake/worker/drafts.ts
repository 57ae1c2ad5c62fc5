import { DAY_MS } from '@/lib/platform/days/period'
import type { TableReading } from './session'

/** A person's choices for a file. */
export type Choices = TableReading & {
  userId: string
  /** SHA-256 of the file that they are about */
  hash: string
  /** Idempotency-Key for sending this file with these choices, so a second Send of the same draft sends nothing. */
  key: string
  savedAt: number
}

const NAME = 'accord-drafts'
const STORE = 'current'
/** How long the server keeps original files, unless an admin changes that. */
const LIFETIME = 30 * DAY_MS

/**
 * Saves the draft in this browser in one transaction. The file is large, so it is written only if the stored one is
 * another, for example that of another tab. The shell deletes the database when the person signs out.
 */
export async function saveDraft(bytes: Uint8Array, choices: Omit<Choices, 'savedAt'>): Promise<void> {
  await inStore('readwrite', (store) => {
    const before: IDBRequest<Choices | undefined> = store.get('choices')
    before.onsuccess = () => {
      if (before.result?.hash !== choices.hash) store.put(bytes, 'file')
      store.put({ ...choices, savedAt: Date.now() }, 'choices')
    }
  })
}

/** The draft of this person; another person's or an expired one is deleted. */
export async function loadDraft(userId: string): Promise<{ bytes: Uint8Array; choices: Choices } | null> {
  const stored = await inStore('readonly', (store) => ({
    choices: store.get('choices') as IDBRequest<Choices | undefined>,
    file: store.get('file') as IDBRequest<Uint8Array | undefined>,
  }))
  const [choices, bytes] = [stored.choices.result, stored.file.result]
  if (choices && bytes && choices.userId === userId && Date.now() - choices.savedAt < LIFETIME)
    return { bytes, choices }
  if (choices || bytes) await deleteDraft()
  return null
}

/** @param hash only the draft of this file: that of a later one stays */
export async function deleteDraft(hash?: string): Promise<void> {
  await inStore('readwrite', (store) => {
    const before: IDBRequest<Choices | undefined> = store.get('choices')
    before.onsuccess = () => {
      if (hash === undefined || before.result?.hash === hash) store.clear()
    }
  })
}

/**
 * Opens the database, runs one transaction and closes it, so that signing out can delete the database at any time.
 * Resolves after the commit, because leaving the page loses uncommitted requests.
 */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T): Promise<T> {
  const opening = indexedDB.open(NAME, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await settled(opening)
  try {
    const transaction = database.transaction(STORE, mode)
    const asked = work(transaction.objectStore(STORE))
    await whenCommitted(transaction)
    return asked
  } finally {
    database.close()
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function whenCommitted(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}
