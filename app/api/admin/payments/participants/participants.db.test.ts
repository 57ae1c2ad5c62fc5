import { NextRequest } from 'next/server'
import { beforeEach, expect, it } from 'vitest'
import { PUT as put, GET as read, DELETE as remove } from '@/app/api/admin/payments/participants/route'
import { POST as ask } from '@/app/api/payments/participation/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

// where it's another day than in UTC
process.env.TIME_ZONE = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14'
const admin = await insertPerson('admin')
beforeEach(async () => {
  await callRoute(remove, 'DELETE', '/x', { as: admin })
})

const REGISTER = 'Name;BIC\nBNP Paribas;BNPAFRPPXXX\nCommerzbank;COBADEFF'
/** Accounts at BNP Paribas, at La Banque Postale, and at a bank that the bank directory doesn't have. */
const IBANS = ['FR7630004000031234567890143', 'FR1420041010050500013M02606', 'FR7600000000000000000000000']

async function load(text: string, as = admin) {
  const request = new NextRequest('http://127.0.0.1:3000/x', {
    method: 'PUT',
    headers: { host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin', cookie: as.cookie },
    body: text,
  })
  const response = await put(request, { params: Promise.resolve({}) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const state = async () => (await callRoute(read, 'GET', '/x', { as: admin })).body
const asked = async () => (await callRoute(ask, 'POST', '/x', { as: admin, body: { ibans: IBANS } })).body

it('whether a bank takes part is known once a register is loaded, and unknown before', async () => {
  expect(await asked()).toEqual({ loadedAt: null, answers: ['unknown', 'unknown', 'unknown'] })
  expect(await load(REGISTER)).toMatchObject({
    status: 200,
    body: {
      ...{ banks: 2, loadedBy: 'admin' },
      countries: [
        { country: 'DE', banks: 1 },
        { country: 'FR', banks: 1 },
      ],
    },
  })
  expect(await asked()).toEqual({
    loadedAt: expect.any(String),
    answers: ['listed', 'not_listed', 'unknown'],
  })
})

it('a new register replaces the whole register, and a refused file changes nothing', async () => {
  await load(REGISTER)
  expect(await load('Name;IBAN\nMarie Curie;FR7630006000011234567890189')).toMatchObject({
    status: 422,
    body: { code: 'register_no_bic' },
  })
  expect(await state()).toMatchObject({ banks: 2 })
  await load('Name;BIC\nING;INGBNL2A\nRabobank;RABONL2U\nABN AMRO;ABNANL2A')
  expect(await state()).toMatchObject({ banks: 3, countries: [{ country: 'NL', banks: 3 }] })
  expect((await callRoute(remove, 'DELETE', '/x', { as: admin })).body).toMatchObject({
    banks: 0,
    loadedAt: null,
  })
})

it.each(['BNPAFRPP', 'BNPAFRPPXXX', 'BNPAFRPPLYO'])(
  'a bank is listed by the BIC of its head office or of any branch: %s',
  async (bic) => {
    await load(`Name;BIC\nBNP Paribas;${bic}`)
    expect(await asked()).toMatchObject({ answers: ['listed', 'not_listed', 'unknown'] })
  },
)

it('only an admin can load a register, and each load and removal is in the audit log with its counts', async () => {
  expect((await load(REGISTER, await insertPerson())).status).toBe(403)
  await load(REGISTER)
  for (let n = 0; n < 2; n++) await callRoute(remove, 'DELETE', '/x', { as: admin })
  const last = await db().auditEntry.findMany({ orderBy: { seq: 'desc' }, take: 2 })
  expect(last.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'payment.participants_removed', details: { before: 2 } },
    { action: 'payment.participants_loaded', details: { before: 0, after: 2, left: 0, skipped: 0 } },
  ])
})

it('a bank takes part from the day in TIME_ZONE on which it joins', async () => {
  const day = (plus: number) =>
    new Intl.DateTimeFormat('sv', { timeZone: env().TIME_ZONE }).format(Date.now() + plus * 86_400_000)
  const days = [-1, 0, 1].map((plus) => `Bank;BANKDEF${plus + 2};${day(plus)}`)
  await load(['Name;BIC;Readiness date', ...days].join('\n'))
  expect(await state()).toMatchObject({ banks: 2, left: 1 })
})
