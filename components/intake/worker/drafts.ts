import type { TableReading } from './session'

/** A person's choices for a file. */
export type Choices = TableReading & {
  userId: string
  /** Idempotency-Key for sending this file with these choices, so a second Send of the same draft sends nothing. */
  key: string
  savedAt: number
}

const NAME = 'accord-drafts'
const STORE = 'current'
/** The retention period of original files on the server. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000

/**
 * Saves the draft in this browser, both parts in one transaction. File and choices are separate, because the file is
 * large and never changes. The shell deletes the database when the person signs out.
 */
export async function saveDraft(bytes: Uint8Array, choices: Omit<Choices, 'savedAt'>): Promise<void> {
  await inStore('readwrite', (store) => {
    store.clear()
    store.put(bytes, 'file')
    return store.put({ ...choices, savedAt: Date.now() }, 'choices')
  })
}

export async function saveChoices(choices: Omit<Choices, 'savedAt'>): Promise<void> {
  await inStore('readwrite', (store) => store.put({ ...choices, savedAt: Date.now() }, 'choices'))
}

/** The draft of this person; another person's or an expired one is deleted. */
export async function loadDraft(userId: string): Promise<{ bytes: Uint8Array; choices: Choices } | null> {
  const choices = await inStore<Choices | undefined>('readonly', (store) => store.get('choices'))
  const bytes = await inStore<Uint8Array | undefined>('readonly', (store) => store.get('file'))
  if (choices && bytes && choices.userId === userId && Date.now() - choices.savedAt < LIFETIME)
    return { bytes, choices }
  if (choices || bytes) await deleteDraft()
  return null
}

export async function deleteDraft(): Promise<void> {
  await inStore('readwrite', (store) => store.clear())
}

/**
 * Opens the database, runs one transaction and closes it, so that signing out can delete the database at any time.
 * Resolves after the commit, because leaving the page loses uncommitted requests.
 */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(NAME, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await settled(opening)
  try {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    await whenCommitted(transaction)
    return request.result
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
