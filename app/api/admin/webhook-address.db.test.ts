import { describe, expect, it } from 'vitest'
import { POST as create, GET as list } from '@/app/api/admin/webhooks/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'
import type { NewSecret, WebhookView } from '@/lib/webhooks/view'

const URL_ = 'https://erp.example.com/hooks?tenant=7'
const admin = await insertPerson('admin')

const made = async (events = ['upload.finished', 'review.created']) =>
  (await callRoute(create, 'POST', '/x', { as: admin, body: { url: URL_, events } }))
    .body as unknown as NewSecret
const read = async () =>
  ((await callRoute(list, 'GET', '/x', { as: admin })).body.items as WebhookView[])[0] as WebhookView

describe('adding a webhook', () => {
  it('shows its secret once and stores it encrypted; the audit log names the host only', async () => {
    const { secret, ...view } = await made()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(view).toMatchObject({ url: URL_, state: 'on', waiting: 0 })
    expect(JSON.stringify(await read())).not.toContain(secret)
    const row = await db().webhook.findUniqueOrThrow({ where: { id: view.id } })
    expect(Buffer.from(row.secretCipher).includes(Buffer.from(secret.slice(6)))).toBe(false)
    const [entry] = await db().auditEntry.findMany({ where: { objectId: view.id } })
    expect(entry).toMatchObject({ action: 'webhook.created', details: { host: 'erp.example.com' } })
  })

  it.each([
    ['http://erp.example.com/x', 'address_https'],
    ['https://127.0.0.1/x', 'address_host'],
    ['https://[::1]/x', 'address_host'],
    ['https://0x7f000001/x', 'address_host'],
    ['https://localhost/x', 'address_host'],
    ['https://erp.internal/x', 'address_host'],
    ['https://user:pass@erp.example.com/x', 'address_parts'],
    ['https://erp.example.com:8443/x', 'address_port'],
    ['javascript:alert(1)', 'address_https'],
    ['x', 'address_malformed'],
  ])('refuses %s', async (url, code) => {
    const { status, body } = await callRoute(create, 'POST', '/x', {
      as: admin,
      body: { url, events: ['review.created'] },
    })
    expect([status, body.code]).toEqual([422, code])
  })
})
