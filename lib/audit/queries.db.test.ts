import { describe, expect, it } from 'vitest'
import { exportEntries } from '@/lib/audit/export.server'
import { listEntries } from '@/lib/audit/queries.server'
import { recordAll } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'

const people: Record<'analyst' | 'admin', string> = { analyst: '', admin: '' }
const reader = (name: 'analyst' | 'admin') => ({ id: people[name], roles: [name] })
const all = { filters: {}, size: 50 }

for (const name of ['analyst', 'admin'] as const) {
  const data = { email: `${name}@accord.test`, name: `=${name}`, passwordHash: 'x', roles: [name] }
  people[name] = (await db().user.create({ data })).id
}
const by = (name: 'analyst' | 'admin') => ({ kind: 'user' as const, id: people[name] })
await db().$transaction((tx) =>
  recordAll(
    [
      { by: by('analyst'), action: 'session.opened' },
      { by: by('admin'), action: 'session.opened' },
      { by: by('analyst'), action: 'upload.created', object: { type: 'upload', id: 'u1' } },
      { by: { kind: 'system' }, action: 'upload.finished', object: { type: 'upload', id: 'u1' } },
    ],
    tx,
  ),
)

const actions = async (ask: Parameters<typeof listEntries>[0], who: 'analyst' | 'admin' = 'admin') =>
  (await listEntries(ask, reader(who))).items.map(({ action }) => action)

describe('the audit log', () => {
  it('shows an admin every entry, newest first, and others only their own', async () => {
    expect(await actions(all)).toEqual([
      'upload.finished',
      'upload.created',
      'session.opened',
      'session.opened',
    ])
    expect(await actions(all, 'analyst')).toEqual(['upload.created', 'session.opened'])
    expect(await actions({ ...all, filters: { who: people.admin } }, 'analyst')).toEqual([])
  })

  it('filters by person, by kind, by object and by days', async () => {
    expect(await actions({ ...all, filters: { who: people.analyst } })).toHaveLength(2)
    expect(await actions({ ...all, filters: { kind: 'upload' } })).toHaveLength(2)
    expect(await actions({ ...all, filters: { object: 'u1' } })).toHaveLength(2)
    expect(await actions({ ...all, filters: { from: '2000-01-01', to: '2000-01-02' } })).toEqual([])
    expect(await actions({ ...all, filters: { from: '2000-01-01' } })).toHaveLength(4)
  })

  it('pages through all entries without a gap or a duplicate', async () => {
    const first = await listEntries({ filters: {}, size: 3 }, reader('admin'))
    const second = await listEntries({ filters: {}, size: 3, after: first.nextCursor ?? '' }, reader('admin'))
    expect([...first.items, ...second.items].map(({ seq }) => seq)).toEqual(['4', '3', '2', '1'])
    expect(second.nextCursor).toBeNull()
  })

  it('exports entries oldest first, safe for spreadsheets, and logs the export as the next entry', async () => {
    const by = { actor: reader('admin'), auditActor: { kind: 'user' as const, id: people.admin } }
    const pieces = await exportEntries({}, 'csv', by)
    const text = (await Array.fromAsync(pieces)).join('')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^\ufeffseq;at;who/)
    expect(lines[1]).toContain(";'=analyst;")
    expect((await listEntries({ ...all, size: 1 }, reader('admin'))).items[0]).toMatchObject({
      action: 'audit.exported',
      details: { format: 'csv', until: '4' },
    })
    const typed = 'FR76 3000 6000 0112 3456 7890 189'
    await exportEntries({ object: typed, kind: 'upload' }, 'jsonl', by)
    expect((await listEntries({ ...all, size: 1 }, reader('admin'))).items[0]?.details).toMatchObject({
      filters: { kind: 'upload', object: '▮▮▮' },
    })
    const json = (await Array.fromAsync(await exportEntries({ kind: 'upload' }, 'jsonl', by))).join('')
    expect(
      json
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).seq),
    ).toEqual(['3', '4'])
  })
})
