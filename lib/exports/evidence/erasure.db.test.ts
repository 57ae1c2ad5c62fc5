import { createHash, randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { keyedHash } from '@/lib/audit/seal.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { checkPack, uploadPack } from '@/lib/exports/evidence/pack.server'
import { checkReport, uploadReport } from '@/lib/exports/evidence/report.server'
import { packBytes, verdictOf } from '@/lib/exports/testing/pack'
import { createSigningKey } from '@/lib/exports/testing/tamper'
import { withIdempotency } from '@/lib/http/idempotency.server'
import { jsonResponse } from '@/lib/http/problem.server'
import {
  createAnsweredRun,
  newPayments,
  readReleaseFile,
  release,
} from '@/lib/payments/release/testing/fixtures'
import { canonicalJson } from '@/lib/platform/canonical'
import { db } from '@/lib/platform/db.server'
import { codeOf } from '@/lib/platform/testing/refusals'
import { dumpDatabase, findValues } from '@/lib/retention/testing/dump'
import { asRetention, eraseSubject, subjectOf } from '@/lib/retention/testing/runs'
import { makePayee, type SeededData, seedUpload } from '@/lib/retention/testing/seed'
import { startProvider } from '@/service/testing/start-provider'

process.env.SIGNING_KEY = createSigningKey()
const ALONE = makePayee(720_001, 'Ximena Alone')
const OTHER = makePayee(720_002, 'Oskar Otherwise')

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const admin = await insertPerson('admin')
const reviewer = await insertPerson('reviewer')
const analyst = await insertPerson()
const erased = await seedUpload([ALONE], analyst, reviewer)
const kept = await seedUpload([OTHER], analyst, reviewer)

const hashOf = (text: Uint8Array | string) => createHash('sha256').update(text).digest('hex')

/** Every hash over something that contains the name: the file, the requests, the response, exported records. */
async function hashesOf({ uploadId, checkId }: SeededData): Promise<string[]> {
  const [check, whole] = [
    await checkReport(checkId, 'en', reviewer),
    await uploadReport(uploadId, 'en', reviewer),
  ]
  await packBytes(await checkPack(checkId, 'en', reviewer))
  await packBytes(await uploadPack(uploadId, 'en', reviewer))
  const { fileHash } = await db().upload.findUniqueOrThrow({ where: { id: uploadId } })
  const { evidenceHash } = await db().verification.findUniqueOrThrow({ where: { id: checkId } })
  const sent = await db().attempt.findFirstOrThrow({ where: { bulk: { uploadId } } })
  return [check.recordHash, whole.recordHash, fileHash, evidenceHash ?? '', sent.payloadSha256 ?? '']
}

it('no hash that could confirm a guessed name survives an erasure, and this installation can still prove the keyed ones', async () => {
  const [mine, others] = [await hashesOf(erased), await hashesOf(kept)]
  for (const hash of [...mine, ...others]) expect(hash).toMatch(/^[0-9a-f]{64}$/)
  await eraseSubject({ admin, analyst, reviewer }, subjectOf('iban', ALONE.iban))

  const all = await dumpDatabase()
  expect(findValues(all, mine)).toEqual([])
  const [record = '', , file = '', evidence = ''] = mine
  const keyed = [keyedHash('record', record), keyedHash('file', file), keyedHash('evidence', evidence)]
  expect(findValues(all, keyed)).toEqual(keyed)
  // hashes that other people's records need are kept, and no log entry is erased
  expect(findValues(all, others.slice(2))).toEqual(others.slice(2))
  const log = await db().auditEntry.findMany()
  expect(findValues(JSON.stringify(log.map(({ details }) => details)), others)).toEqual([])
})

it('an idempotency key keeps no guessable hash of its request', async () => {
  const body = { environment: 'live', iban: OTHER.iban, name: OTHER.name }
  const key = randomUUID()
  await withIdempotency(
    { userId: admin.actor.id, key, route: '/api/verifications', body, requestId: randomUUID() },
    async () => jsonResponse({}, 200),
  )
  const { requestHash } = await db().idempotencyKey.findFirstOrThrow({ where: { key } })
  const plain = canonicalJson({ route: '/api/verifications', body })
  expect(requestHash).not.toBe(hashOf(plain))
  expect(requestHash).toBe(keyedHash('request', plain))
})

const verdictOn = async (uploadId: string) =>
  verdictOf(await packBytes(await uploadPack(uploadId, 'en', reviewer)))

it('a pack stays genuine when a name that was erased before is in the file names of a later release', async () => {
  const id = await createAnsweredRun(analyst, newPayments(2), ['match', 'no_match'])
  await asRetention(`update uploads set file_name = 'Rent Lena Lateron.xml', created_at = now() + interval '1 hour'
    where id = '${id}'`)
  await release(id, reviewer)
  for (const part of ['released', 'held'] as const) await readReleaseFile(id, 1, part, analyst)
  await eraseSubject({ admin, analyst, reviewer }, subjectOf('name', 'Lena Lateron'))
  expect(await verdictOn(id)).toMatchObject({ genuine: true, payments: { releases: 1, files: 2 } })

  await asRetention(`update payment_files set file_name = 'Rent.xml' where part = 'released'`)
  const path = 'payments/release-1/Rent.xml'
  expect(await verdictOn(id)).toMatchObject({ genuine: false, kind: 'release_file', path })
})

it('a pack stays genuine when the files of its release are deleted while it is made', async () => {
  const id = await createAnsweredRun(analyst, newPayments(2), ['match', 'no_match'])
  await release(id, reviewer)
  for (const part of ['released', 'held'] as const) await readReleaseFile(id, 1, part, analyst)
  const chunks: Uint8Array[] = []
  for await (const chunk of (await uploadPack(id, 'en', reviewer)).pieces) {
    chunks.push(chunk)
    // the first of three files, whose path is in the archive before its bytes
    if (Buffer.from(chunk).includes('payments/release-1/')) await asRetention('delete from payment_files')
  }
  const pack = new Uint8Array(Buffer.concat(chunks))
  expect(await verdictOf(pack)).toMatchObject({ genuine: true })
  const paths = Object.keys(unzipSync(pack)).filter((path) => path.startsWith('payments/release-1/'))
  expect(paths).toHaveLength(1)
})

it('a pack whose original file is deleted while it is made is no ZIP, and the next one goes without the file', async () => {
  const id = await createAnsweredRun(analyst, newPayments(2))
  const chunks: Uint8Array[] = []
  const download = async () => {
    for await (const chunk of (await uploadPack(id, 'en', reviewer)).pieces) {
      chunks.push(chunk)
      if (Buffer.from(chunk).includes('report.pdf'))
        await db().uploadOriginal.deleteMany({ where: { uploadId: id } })
    }
  }
  expect(await codeOf(download())).toBe('original_gone')
  expect(() => unzipSync(new Uint8Array(Buffer.concat(chunks)))).toThrow('invalid zip data')
  const next = await packBytes(await uploadPack(id, 'en', reviewer))
  expect(await verdictOf(next)).toMatchObject({ genuine: true })
  expect(Object.keys(unzipSync(next)).some((path) => path.startsWith('source/'))).toBe(false)
})
