import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { savedViewInput } from '@/lib/history/views'
import { deleteView, listViews, saveView, updateView } from '@/lib/history/views.server'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'

const view = (name: string, shared = false) =>
  savedViewInput.parse({ name, shared, filters: { outcome: ['no_match'], country: ['DE'] } })
const names = async (id: string) => (await listViews(id)).map(({ name }) => name)

describe('saved views', () => {
  it('are visible to their owner, shared ones to everyone, and only their owner deletes them', async () => {
    const [me, other] = [randomUUID(), randomUUID()]
    const own = await saveView(view('Mine'), me)
    const shared = await saveView(view('Ours', true), me)
    expect(await names(me)).toEqual(['Mine', 'Ours'])
    expect(await listViews(other)).toEqual([{ ...shared, mine: false }])
    await expect(deleteView(shared.id, other)).rejects.toMatchObject({ status: 404 })
    await deleteView(own.id, me)
    expect(await names(me)).toEqual(['Ours'])
  })

  it('are changed by their owner and nobody else', async () => {
    const [me, other] = [randomUUID(), randomUUID()]
    const { id } = await saveView(view('Rows', true), me)
    const changed = savedViewInput.parse({ name: 'Rows', shared: true, filters: { outcome: ['failed'] } })
    await expect(updateView(id, changed, other)).rejects.toMatchObject({ status: 404 })
    await updateView(id, changed, me)
    const mine = (await listViews(me)).find((each) => each.id === id)
    expect(mine?.filters.outcome).toEqual(['failed'])
    await saveView(view('Other'), me)
    await expect(updateView(id, { ...changed, name: 'Other' }, me)).rejects.toMatchObject({
      code: 'view_exists',
    })
  })

  it('have unique names per person', async () => {
    const me = randomUUID()
    await saveView(view('Same'), me)
    await expect(saveView(view('Same'), me)).rejects.toMatchObject({ code: 'view_exists' })
    await saveView(view('Same'), randomUUID())
  })

  it('are at most thirty of one’s own, also when several are saved at once', async () => {
    const me = randomUUID()
    for (let n = 0; n < 29; n++) await saveView(view(`A${n}`), me)
    const burst = await db().$transaction(async (tx) => {
      await tx.$executeRaw`lock table saved_views in exclusive mode`
      const saving = Promise.allSettled(['B', 'C'].map((name) => saveView(view(name), me)))
      await expect.poll(countLockWaits).toBe(2)
      return { saving }
    })
    const saved = await burst.saving
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = saved.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { status: 409, code: 'views_full' } })
  })

  it('of one’s own come first, however many others share', async () => {
    const me = randomUUID()
    await saveView(view('Zürich'), me)
    await saveView(view('Ours', true), me)
    for (let owner = 0; owner < 4; owner++) {
      const other = randomUUID()
      for (let n = 0; n < 30; n++) await saveView(view(`A${n}`, true), other)
    }
    expect((await names(me)).slice(0, 3)).toEqual(['Ours', 'Zürich', 'A0'])
    expect(await names(me)).toHaveLength(102)
  })

  it.each(['a\u0001b', 'All\u202ellA', '\u2066Mine'])(
    'have no name like %j, which hides what it is',
    (name) => {
      const problem = savedViewInput.safeParse({ name, filters: {} }).error?.issues[0]
      expect(problem).toMatchObject({ path: ['name'], params: { code: 'text_characters' } })
    },
  )

  it('contain filters and never a search text', () => {
    expect(savedViewInput.safeParse({ name: 'x', filters: { text: 'Jean' } }).success).toBe(false)
    expect(savedViewInput.safeParse({ name: ' ', filters: {} }).success).toBe(false)
  })
})
