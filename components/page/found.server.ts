import 'server-only'
import { notFound } from 'next/navigation'
import { Refusal } from '@/lib/platform/refusal'
import { isUuid } from '@/lib/platform/uuid'

/** Reads a record; null for an ID that this person may not see, as for an unknown or malformed one. */
export async function foundOrNull<T>(id: string, read: () => Promise<T>): Promise<T | null> {
  if (!isUuid(id)) return null
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  }
}

/** Reads what a page is about. Without it the page is a 404. */
export const foundOr404 = async <T>(id: string, read: () => Promise<T>): Promise<T> =>
  (await foundOrNull(id, read)) ?? notFound()
