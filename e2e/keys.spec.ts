import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { Webhook } from 'standardwebhooks'
import { ORIGIN } from './support/http'
import { expect, test } from './support/office'

const CHECK = { environment: 'sandbox', iban: 'FR7630006000011234567890189', name: 'Marie Curie' }
const postCheck = (secret: string, body: object) =>
  fetch(`${ORIGIN}/api/verifications`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })

test.describe('an API key', () => {
  test.use({ role: 'analyst' })

  test('is created, shown once, used, and stops working when it is revoked', async ({ page }) => {
    const name = `Ledger ${randomUUID().slice(0, 6)}`
    await page.goto('/account/keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const form = page.getByRole('dialog', { name: 'Create key' })
    await form.getByRole('button', { name: 'Create key' }).click()
    await expect(form.getByText('Enter a name for the key.')).toBeVisible()
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('checkbox', { name: /Run checks/ }).check()
    await form.getByRole('button', { name: 'Create key' }).click()
    const once = page.getByRole('dialog', { name: 'Your new key' })
    const secret = (await once.getByLabel('New key').textContent()) ?? ''
    expect(secret).toMatch(/^acc_[A-Za-z0-9_-]{43}$/)
    await once.getByRole('button', { name: 'Done' }).click()

    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText(`acc_…${secret.slice(-4)}`)
    await expect(row).toContainText('Active')
    await page.reload()
    expect(await page.content()).not.toContain(secret)

    const answer = await postCheck(secret, CHECK)
    expect(answer.status).toBe(200)
    const check = await answer.json()
    expect(check).toMatchObject({ source: 'api', environment: 'sandbox' })
    expect((await page.request.get(`/api/verifications/${check.id}`)).status()).toBe(200)

    await row.getByRole('button', { name: `Revoke ${name}` }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await expect(row).toContainText('Revoked')
    expect((await postCheck(secret, CHECK)).status).toBe(401)
  })

  test('has an OpenAPI document with the URL of this installation', async ({ page }) => {
    const document = await (await page.request.get('/api/openapi')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: new URL(ORIGIN).origin }])
    expect(Object.keys(document.paths)).toContain('/api/verifications')
  })
})

type ReceivedEvent = { headers: http.IncomingHttpHeaders; body: string }

/** Starts a receiver of webhooks on the only loopback address that the installation allows. */
async function startReceiver() {
  const received: ReceivedEvent[] = []
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  const url = new URL(process.env.WEBHOOK_ALLOW ?? '')
  await new Promise<void>((resolve) => server.listen(Number(url.port), url.hostname, resolve))
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: new URL('/hooks', url).href, received, close }
}

test.describe('a webhook', () => {
  test.use({ role: 'admin' })

  test('gets a signed event about a new review, without a name or an IBAN', async ({ page, visitor }) => {
    const { url, received, close } = await startReceiver()
    await page.goto('/admin/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const form = page.getByRole('dialog', { name: 'Add webhook' })
    await form.getByLabel('Address').fill('https://10.0.0.1/hooks')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await expect(form.getByText('Use a public domain name')).toBeVisible()
    await form.getByLabel('Address').fill(url)
    await form.getByRole('button', { name: 'Add webhook' }).click()
    const once = page.getByRole('dialog', { name: 'Secret of the webhook' })
    const secret = (await once.getByLabel('Secret', { exact: true }).textContent()) ?? ''
    await once.getByRole('button', { name: 'Done' }).click()

    const card = page.getByRole('article', { name: url })
    await card.getByRole('button', { name: 'Send ping' }).click()
    await expect(card.getByRole('status')).toHaveText('Delivered: the receiver responded with 204.')

    const analyst = await visitor('analyst')
    const response = await analyst.page.request.post('/api/verifications', {
      data: { ...CHECK, name: 'Zephyrine Webhook', sandboxResult: 'no_match' },
      headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
    })
    const { review } = await response.json()
    const mine = () => received.find(({ body }) => body.includes(review.id))
    await expect.poll(mine, { timeout: 15_000 }).toBeDefined()
    const { headers, body } = mine() as ReceivedEvent
    expect(JSON.parse(body)).toMatchObject({ event: 'review.created', environment: 'sandbox', count: 1 })
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toHaveProperty('id')
    expect(JSON.stringify([headers, body])).not.toMatch(/Zephyrine|FR76/i)

    await page.reload()
    await card.getByText('Deliveries', { exact: true }).click()
    await expect(card.getByRole('row', { name: /New reviews/ }).first()).toContainText('Delivered')
    await card.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await expect(card).toHaveCount(0)
    await close()
  })

  test('has a page for the admin, and so have the keys of everybody', async ({ page }) => {
    await page.goto('/admin/keys')
    await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible()
  })
})

test('metrics require the token', async ({ request }) => {
  expect((await request.get('/api/metrics')).status()).toBe(401)
  const shown = { authorization: `Bearer ${process.env.METRICS_TOKEN}` }
  const answer = await request.get('/api/metrics', { headers: shown })
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toMatch(/^accord_workers [1-9]$/m)
})
