import { randomUUID } from 'node:crypto'
import { withDatabase } from './support/database'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

test.describe('a connection whose paid requests were refused', () => {
  test.use({ role: 'admin' })
  const id = randomUUID()

  // not the active connection, so that no other test is stopped
  test.beforeAll(() =>
    withDatabase(async (client) => {
      await client.query(
        `insert into connections (id, name, base_url, client_id, secret_cipher, secret_last4, bulk_size, active, address_typed)
         select $1, 'Refused bank service', base_url, client_id, secret_cipher, secret_last4, bulk_size, false, address_typed
           from connections where active`,
        [id],
      )
      await client.query(
        `insert into breakers (connection_id, kind, open_since, code, refused_size)
         values ($1, 'credits', now(), 'upstream_forbidden', 1)`,
        [id],
      )
    }),
  )
  test.afterAll(() =>
    withDatabase(async (client) => {
      await client.query('delete from breakers where connection_id = $1', [id])
      await client.query('delete from connections where id = $1', [id])
    }),
  )

  test('says so, and lets an admin resume once the cause is fixed', async ({ page }) => {
    await openPage(page, '/admin/connections')
    const card = page.getByRole('article', { name: 'Refused bank service' })
    await expect(card).toContainText('the bank service has refused requests (403)')
    await card.getByRole('button', { name: 'Resume sending' }).click()
    await expect(page.getByText('The next check or batch is tried.').first()).toBeVisible()
    await expect(card.getByRole('button', { name: 'Resume sending' })).toBeHidden()
  })
})
