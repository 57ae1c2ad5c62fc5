import 'server-only'
import { notFound } from 'next/navigation'
import { Refusal } from '@/lib/platform/refusal'
import { isUuid } from '@/lib/platform/uuid'

/** Reads what a page is about. An ID that this person may not see gives 404, like an unknown or malformed one. */
export async function foundOr404<T>(id: string, read: () => Promise<T>): Promise<T> {
  if (!isUuid(id)) notFound()
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) notFound()
    throw error
  }
}
