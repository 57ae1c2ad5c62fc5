import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { ownDatabase } from '@/lib/platform/testing/database'
import { cloneDatabase, ensureDatabase } from '../postgres/database.mjs'

/**
 * Another database of a test file: with the tables of this version, with nothing, or missing. A later run drops it
 * (template.mjs).
 * @returns the URLs as of `ownDatabase`
 */
export async function anotherDatabase(
  content: 'tables' | 'nothing' | 'missing' = 'tables',
): Promise<{ url: string; ownerUrl: string }> {
  const name = `accord_t_${randomUUID().slice(0, 8)}`
  if (content === 'tables') await cloneDatabase(inject('postgres'), name, inject('template'))
  if (content === 'nothing') await ensureDatabase(inject('postgres'), name)
  const { url, ownerUrl } = ownDatabase()
  const urlOf = (role: string) => Object.assign(new URL(role), { pathname: `/${name}` }).href
  return { url: urlOf(url), ownerUrl: urlOf(ownerUrl) }
}
