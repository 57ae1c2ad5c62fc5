import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { exportOriginal } from '@/lib/uploads/export.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { linesOf, requestOf } from '@/lib/uploads/testing/body'

const FILE = Buffer.from('<?xml version="1.0"?><Document>\n<Nm>Yannick</Nm></Document>')
const HEAD = {
  hash: createHash('sha256').update(FILE).digest('hex'),
  table: {
    ...{ format: 'payments' as const, encoding: 'utf-8' as const, delimiter: ';' as const },
    ...{ headerRow: null, lineEnd: 'none' as const, bom: false },
  },
  map: { iban: 2, name: [1], instead: [], reference: 0, note: null },
}

it('a payment file that is broken is stopped with the line and element, and without the value at that place', async () => {
  await insertConnection()
  const analyst = await insertPerson()
  const lines = linesOf([{ iban: 'FR7630006000011234567890189', name: 'Yannick' }], HEAD)
  lines[lines.length - 1] = JSON.stringify({ original: FILE.toString('base64') })
  const { id } = await receiveUpload(requestOf(lines), analyst)
  await compareUpload(id)
  const { status, comparison } = await readUpload(id, analyst.actor)
  expect(status).toBe('stopped')
  expect(comparison).toMatchObject({ problem: 'original_unreadable', line: 2, element: 'Nm' })
  await expect(exportOriginal(id, 'en', analyst)).rejects.toMatchObject({
    ...{ status: 422, code: 'original_unreadable' },
    extra: { line: 2, element: 'Nm' },
  })
  const entry = await db().auditEntry.findFirstOrThrow({ where: { objectId: id, action: 'upload.compared' } })
  expect(entry.details).toEqual({ edited: 0, problem: 'original_unreadable', line: 2 })
})
