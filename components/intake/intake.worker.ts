import { pastedFile } from '@/lib/tables/read/paste'
import type { CallName, Calls, FromWorker, ToWorker } from './protocol'
import { banksOf } from './worker/banks'
import { downloadOf } from './worker/downloads'
import { loadDraft, saveDraft } from './worker/drafts'
import { firstRows, HEAD_BYTES, warmUp } from './worker/first-rows'
import { type Session, startSession, type TableReading } from './worker/session'

/** The worker of an upload before it is sent: it keeps the file and its rows, and the page requests what it shows. */
let session: Session | null = null
let owner = ''
let key = ''
let generation = 0
/** Until then the page hydrates, which takes the only core of a small machine. */
const PAGE_MS = 1_500
/** Whether the draft has the file as it is read. */
let stored = false

/** The interval of progress messages, which each cause a render. */
const PROGRESS_MS = 250

const send = (message: FromWorker) => postMessage(message)
const titleOf = (fileName: string) => fileName.replace(/\.[^.]*$/, '')

type Handlers = { [Name in CallName]: (args: Calls[Name]['args']) => Promise<Calls[Name]['answer']> }

const handlers: Handlers = {
  async open({ file, userId }) {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    // the rest is read while the first rows are processed
    const whole = file.arrayBuffer()
    const first = firstRows(head, file.name, file.size)
    if (first) send({ news: 'first', first })
    return openNew(new Uint8Array(await whole), file.name, userId)
  },
  paste: ({ text, name, userId }) => openNew(pastedFile(text), name, userId),
  async resume({ userId }) {
    // a file chosen in the meantime takes precedence, and may be partly in the draft
    if (!idle) return null
    owner = userId
    const draft = await loadDraft(userId).catch(() => null)
    if (!draft) {
      setTimeout(() => void warmUp(isIdle), PAGE_MS)
      return null
    }
    const started = await startSession(draft.bytes, draft.choices)
    if ('problem' in started) return started
    session = started
    stored = true
    key = draft.choices.key
    return checkLater(started)
  },
  async reread({ options }) {
    const { bytes, choices } = current()
    return begin(bytes, { ...choices, options: { ...choices.options, ...options } })
  },
  async map({ map }) {
    current().setMap(map)
    await save()
    return checkLater(current())
  },
  async list(listing) {
    current().list(listing)
    return current().summary()
  },
  rows: ({ from, size }) => current().rows(from, size),
  edit: ({ row, edit }) => saveThen(current().edit(row, edit)),
  fix: ({ kind }) => saveThen(current().fix(kind)),
  replace: (replacement) => saveThen(current().replace(replacement)),
  properNames: () => saveThen(current().properNames()),
  changes: async ({ most }) => current().changes(most),
  banks: async () => banksOf(current().checkedRows(), current().work.skipped),
  skip: ({ rows, on }) => saveThen(current().skip(rows, on)),
  undo: ({ redo }) => saveThen(current().undo(redo)),
  nextError: async ({ after }) => current().nextError(after),
  async corrected({ file }) {
    return saveThen(current().corrected(new Uint8Array(await file.arrayBuffer())))
  },
  download: async ({ what, words }) => downloadOf(current(), what, words),
  async title({ title }) {
    current().choices.title = title
    return saveThen(null)
  },
  renewKey: () => saveThen(null),
  async pack() {
    return { ...(await current().pack()), key }
  },
}

function current(): Session {
  if (!session) throw new Error('no file is open')
  return session
}

function openNew(bytes: Uint8Array, fileName: string, userId: string) {
  owner = userId
  session = null
  generation += 1
  return begin(bytes, { fileName, title: titleOf(fileName), options: {} })
}

/** Reads a file without any changes to its rows. Without a table the session stays what it was. */
async function begin(bytes: Uint8Array, reading: Pick<TableReading, 'fileName' | 'title' | 'options'>) {
  const started = await startSession(bytes, { ...reading, map: null, skipped: [], edits: [] })
  if ('problem' in started) return started
  session = started
  stored = false
  key = crypto.randomUUID()
  return checkLater(started)
}

/**
 * Returns first and checks the rows afterwards, with progress messages. It must be the last call of a handler: a
 * message before the response would be about a file that the page does not know yet.
 */
function checkLater(checking: Session) {
  const mine = ++generation
  let reportedAt = performance.now()
  const goOn = async (share: number) => {
    if (performance.now() - reportedAt > PROGRESS_MS) {
      reportedAt = performance.now()
      send({ news: 'progress', share })
    }
    await turn()
    return mine === generation
  }
  setTimeout(async () => {
    const summary = await checking.check(goOn)
    if (!summary || mine !== generation) return
    send({ news: 'checked', summary })
    // storing a large file is slow, and the first response does not wait for it
    if (!stored) void save()
  })
  return checking.view()
}

/** Yields to pending messages; unlike nested timers it is not throttled. */
function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** Nothing but a draft has been requested. */
let idle = true

async function isIdle(): Promise<boolean> {
  await turn()
  return idle
}

async function saveThen<T>(answer: T): Promise<T> {
  await save()
  return answer
}

/** Every change of the draft gets a new key, so that a key never belongs to two different uploads. */
async function save() {
  key = crypto.randomUUID()
  const { choices, work, bytes, hash } = current()
  const changes = { skipped: [...work.skipped], edits: [...work.edits] }
  stored = true
  await saveDraft(bytes, { ...choices, ...changes, userId: owner, hash, key }).catch(ignore)
}

/** Without storage (private window) an upload still works, but a reload loses the draft. */
const ignore = () => {}

/** Runs calls in sequence: opening a file must not overlap with loading the draft. */
let queue = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.call !== 'resume') idle = false
  queue = queue.then(() => answer(data))
})

async function answer(data: ToWorker) {
  try {
    const handler = handlers[data.call] as (args: ToWorker['args']) => Promise<unknown>
    send({ id: data.id, value: await handler(data.args) })
  } catch (error) {
    send({ id: data.id, error: error instanceof Error ? error.message : String(error) })
  }
}
