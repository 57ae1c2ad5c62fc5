import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { CallName, Calls, FromWorker, Opened } from '../protocol'
import { deleteDraft } from './drafts'

/** As much of IndexedDB as a draft needs: a transaction ends when nothing is requested any more. */
function fakeDatabase() {
  const data = new Map<string, unknown>()
  let saved = () => {}
  const transaction = () => {
    const over = { oncomplete: () => {}, objectStore: () => store }
    let open = 0
    const request = (act: () => unknown) => {
      const asked = { result: undefined as unknown, onsuccess: () => {} }
      open += 1
      setImmediate(() => {
        asked.result = act()
        asked.onsuccess()
        open -= 1
        if (open > 0) return
        over.oncomplete()
        if (writes) saved()
      })
      return asked
    }
    let writes = false
    const store = {
      get: (key: string) => request(() => data.get(key)),
      put: (value: unknown, key: string) => {
        writes = true
        return request(() => data.set(key, structuredClone(value)))
      },
      clear: () => request(() => data.clear()),
    }
    return over
  }
  const open = () => {
    const asked = { result: { transaction, close: () => {} }, onsuccess: () => {} }
    setImmediate(() => asked.onsuccess())
    return asked
  }
  const nextSave = () => new Promise<void>((resolve) => (saved = resolve))
  return { open, nextSave }
}

type Listener = (event: { data: unknown }) => void
const heard: ((message: FromWorker) => void)[] = []
let listener: Listener = () => {}
let last = 0
let database = fakeDatabase()

beforeEach(() => {
  database = fakeDatabase()
  vi.stubGlobal('indexedDB', database)
  vi.stubGlobal('addEventListener', (_: string, on: Listener) => {
    listener = on
  })
  vi.stubGlobal('postMessage', (message: FromWorker) => {
    for (const hear of [...heard]) hear(message)
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const next = <T>(wanted: (message: FromWorker) => T | undefined): Promise<T> =>
  new Promise((resolve) => {
    const hear = (message: FromWorker) => {
      const found = wanted(message)
      if (found === undefined) return
      heard.splice(heard.indexOf(hear), 1)
      resolve(found)
    }
    heard.push(hear)
  })

/** A tab with a worker of its own. */
async function openTab() {
  vi.resetModules()
  await import('../intake.worker')
  const mine = listener
  const call = <Name extends CallName>(name: Name, args: Calls[Name]['args']) => {
    const id = ++last
    const answer = next((message) =>
      'id' in message && message.id === id ? { value: (message as { value: unknown }).value } : undefined,
    )
    mine({ data: { id, call: name, args } })
    return answer.then(({ value }) => value as Calls[Name]['answer'])
  }
  const checked = () => next((message) => ('news' in message && message.news === 'checked') || undefined)
  const open = async (name: string, lines: string[]) => {
    const saved = database.nextSave()
    await call('open', { file: new File([lines.join('\n')], name), userId: 'ann' })
    await saved
  }
  return { call, checked, open }
}

/** A tab that continues with the draft. */
async function reload() {
  const tab = await openTab()
  const done = tab.checked()
  const opened = (await tab.call('resume', { userId: 'ann' })) as Opened
  await done
  await tab.call('list', { show: 'all', kind: null })
  const rows = await tab.call('rows', { from: 0, size: 10 })
  return { opened, rows: rows.map(({ iban, name }) => `${name} ${iban}`) }
}

const MONDAY = ['Name;IBAN', 'Anna Rossi;DE89370400440532013000']
const TUESDAY = ['Name;IBAN', 'Uwe Bauer;FR7630006000011234567890189']

test('changes of one tab are never applied to the file of another', async () => {
  const first = await openTab()
  await first.open('monday.csv', MONDAY)
  const second = await openTab()
  await second.open('tuesday.csv', TUESDAY)
  await second.call('title', { title: 'Tuesday' })
  await first.call('edit', { row: 1, edit: { name: 'Anna Bianchi' } })
  const { opened, rows } = await reload()
  expect([opened.fileName, rows]).toEqual(['monday.csv', ['Anna Bianchi DE89370400440532013000']])
})

test('a draft is read as the person last chose', async () => {
  const tab = await openTab()
  await tab.open('list.csv', ['Nord GmbH;DE89370400440532013000', 'Sud SARL;FR7630006000011234567890189'])
  await tab.call('title', { title: 'List' })
  const saved = database.nextSave()
  await tab.call('reread', { options: { headerRow: 1 } })
  await saved
  expect((await reload()).opened).toMatchObject({ headerRow: 1, rows: 1 })
})

test('a file that was sent or discarded takes no later draft with it', async () => {
  const first = await openTab()
  await first.open('monday.csv', MONDAY)
  const { opened: monday } = await reload()
  const second = await openTab()
  await second.open('tuesday.csv', TUESDAY)
  await deleteDraft(monday.hash)
  const { opened: tuesday } = await reload()
  expect(tuesday.fileName).toBe('tuesday.csv')
  await deleteDraft(tuesday.hash)
  expect(await (await openTab()).call('resume', { userId: 'ann' })).toBeNull()
})
