import '@/lib/platform/testing/settings'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { savedViewInput } from '@/lib/history/views'
import { deleteView, listViews, saveView, updateView } from '@/lib/history/views.server'
import { ownDatabase } from '@/lib/platform/testing/database'

ownDatabase()

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

  it('contain filters and never a search text', () => {
    expect(savedViewInput.safeParse({ name: 'x', filters: { text: 'Jean' } }).success).toBe(false)
    expect(savedViewInput.safeParse({ name: ' ', filters: {} }).success).toBe(false)
  })
})
