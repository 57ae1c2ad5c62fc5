import 'server-only'
import { type SavedView, type SavedViewInput, savedViewInput } from '@/lib/history/views'
import { db, lockOf, type Prisma, refuseOn, takeLocks } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'

const MOST = 30
const refuseSameName = refuseOn({
  saved_views_owner_id_name_key: () =>
    new Refusal(409, 'view_exists', 'You already have a view with this name.'),
})

/** A person's own views, then those shared by others, by name. A view whose filters no longer exist is left out. */
export async function listViews(userId: string): Promise<SavedView[]> {
  const orderBy: Prisma.SavedViewOrderByWithRelationInput[] = [{ name: 'asc' }, { id: 'asc' }]
  const [own, others] = await Promise.all([
    db().savedView.findMany({ where: { ownerId: userId }, orderBy }),
    db().savedView.findMany({ where: { ownerId: { not: userId }, shared: true }, orderBy, take: 100 }),
  ])
  return [...own, ...others].flatMap(({ id, name, shared, ownerId, filters }) => {
    const known = savedViewInput.shape.filters.safeParse(filters)
    return known.success ? [{ id, name, shared, mine: ownerId === userId, filters: known.data }] : []
  })
}

/** Creates a view. @throws Refusal 409 view_exists for a duplicate name, 409 views_full from 30 on */
export async function saveView(input: SavedViewInput, userId: string): Promise<SavedView> {
  const data = { ...input, filters: input.filters as Prisma.InputJsonObject, ownerId: userId }
  return db().$transaction(async (tx) => {
    await takeLocks(tx, [lockOf(`views|${userId}`)])
    if ((await tx.savedView.count({ where: { ownerId: userId } })) >= MOST)
      throw new Refusal(409, 'views_full', `${MOST} views are saved. Delete one first.`)
    const { id } = await tx.savedView.create({ data }).catch(refuseSameName)
    return { id, mine: true, ...input }
  })
}

/**
 * Replaces the filters of an own view and, if given, its name or audience.
 * @throws Refusal 404 for an unknown view or somebody else's, 409 view_exists
 */
export async function updateView(id: string, input: SavedViewInput, userId: string): Promise<SavedView> {
  const filters = input.filters as Prisma.InputJsonObject
  const { count } = await db()
    .savedView.updateMany({ where: { id, ownerId: userId }, data: { ...input, filters } })
    .catch(refuseSameName)
  if (count === 0) throw notFound()
  return { id, mine: true, ...input }
}

/** Deletes an own view. @throws Refusal 404 for an unknown view or somebody else's */
export async function deleteView(id: string, userId: string): Promise<void> {
  const { count } = await db().savedView.deleteMany({ where: { id, ownerId: userId } })
  if (count === 0) throw notFound()
}
