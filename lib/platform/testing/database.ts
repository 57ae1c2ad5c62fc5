/**
 * The database of the current test file: PostgreSQL with all migrations of the dashboard (schema `public`) and of
 * the verification service (schema `service`), and no rows. Every file `*.db.test.ts` has a copy of its own, so
 * files may write what they like; tests inside one file share it. `process.env.DATABASE_URL` names it too.
 * @throws Error outside the vitest project `database`
 */
export function ownDatabase(): { url: string } {
  const url = process.env.DATABASE_URL ?? ''
  if (!/\/accord_t_\w+$/.test(url)) throw new Error('Database tests are named *.db.test.ts')
  return { url }
}
