import type { TableOptions } from '@/lib/tables/read'
import type { CallName, Calls, FromWorker, ToWorker } from './protocol'
import { deleteDraft, loadDraft, saveChoices, saveFile } from './worker/drafts'
import { type Session, startSession } from './worker/session'

/** The worker of an upload in the making: the file and its rows stay here, the page asks for what it shows. */
let session: Session | null = null
/** Kept when a file cannot be read with the chosen options, so that other options can be tried. */
let unread: { bytes: Uint8Array; fileName: string; title: string; options: TableOptions } | null = null
let owner = ''
let key = ''
let generation = 0

const tell = (message: FromWorker) => postMessage(message)
const titleOf = (fileName: string) => fileName.replace(/\.[^.]*$/, '')

type Handlers = { [Name in CallName]: (args: Calls[Name]['args']) => Promise<Calls[Name]['answer']> }

const handlers: Handlers = {
  async open({ file, userId }) {
    owner = userId
    const bytes = new Uint8Array(await file.arrayBuffer())
    await saveFile(bytes).catch(ignore)
    return read({ bytes, fileName: file.name, title: titleOf(file.name), options: {} })
  },
  async resume({ userId }) {
    owner = userId
    const draft = await loadDraft(userId).catch(() => null)
    if (!draft) return null
    const started = startSession(draft.bytes, draft.choices)
    if ('problem' in started) return started
    session = started
    key = draft.choices.key
    return checkLater(started)
  },
  async reread({ options }) {
    const {
      bytes,
      fileName,
      title,
      options: before,
    } = unread ?? { bytes: current().bytes, ...current().choices }
    return read({ bytes, fileName, title, options: { ...before, ...options } })
  },
  async map({ map }) {
    current().choices.map = map
    await save()
    return checkLater(current())
  },
  rows: ({ show, from, size }) => current().rows(show, from, size),
  async skip({ rows, on }) {
    const summary = current().skip(rows, on)
    await save()
    return summary
  },
  async title({ title }) {
    current().choices.title = title
    await save()
    return null
  },
  async pack() {
    return { ...(await current().pack()), key }
  },
  async discard() {
    generation += 1
    session = null
    unread = null
    await deleteDraft()
    return null
  },
}

function current(): Session {
  if (!session) throw new Error('no file is open')
  return session
}

async function read(file: NonNullable<typeof unread>) {
  const started = startSession(file.bytes, { ...file, map: null, skipped: [] })
  const failed = 'problem' in started
  unread = failed ? file : null
  session = failed ? null : started
  generation += 1
  if (failed) return started
  await save()
  return checkLater(started)
}

/**
 * Answers what was found at once; the rows are checked after that, and told as news. It must be the last thing a
 * handler does: news that came before the answer would be about a file the page does not know yet.
 */
function checkLater(checking: Session) {
  const mine = ++generation
  const goOn = async (share: number) => {
    tell({ news: 'progress', share })
    await new Promise((resolve) => setTimeout(resolve))
    return mine === generation
  }
  setTimeout(async () => {
    const summary = await checking.check(goOn)
    if (summary && mine === generation) tell({ news: 'checked', summary })
  })
  return checking.view()
}

/** Every change of the draft gets a new key: the same key never stands for two different uploads. */
async function save() {
  key = crypto.randomUUID()
  const { choices, skipped } = current()
  await saveChoices({ ...choices, skipped: [...skipped], userId: owner, key }).catch(ignore)
}

/** A browser that keeps nothing (private window) still uploads; only the reload loses the draft. */
const ignore = () => {}

/** One call after the other: a file that is opened while the draft is still being looked for must not meet it. */
let queue = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  queue = queue.then(() => answer(data))
})

async function answer(data: ToWorker) {
  try {
    const handler = handlers[data.call] as (args: ToWorker['args']) => Promise<unknown>
    tell({ id: data.id, value: await handler(data.args) })
  } catch (error) {
    tell({ id: data.id, error: error instanceof Error ? error.message : String(error) })
  }
}
