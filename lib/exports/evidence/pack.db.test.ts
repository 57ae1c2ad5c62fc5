import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { record } from '@/lib/audit/record.server'
import { entryHash, keyedHash } from '@/lib/audit/seal.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { checkPack, uploadPack } from '@/lib/exports/evidence/pack.server'
import { checkReport, uploadReport } from '@/lib/exports/evidence/report.server'
import { evidenceSigningKey } from '@/lib/exports/evidence/signing.server'
import { assertUnmasked } from '@/lib/exports/export.server'
import { packBytes, verdictOf } from '@/lib/exports/testing/pack'
import { createSigningKey, tamperedPacks } from '@/lib/exports/testing/tamper'
import { readZip } from '@/lib/exports/verifier/unzip'
import { groupsOfFour, type Manifest, simulatedAs, verifyPack } from '@/lib/exports/verifier/verify'
import { encrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { periodsSetting } from '@/lib/retention/cutoff.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { stripChecks } from '@/lib/retention/strip.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { createAnsweredCheck, createReview } from '@/lib/reviews/testing/fixtures'

process.env.SIGNING_KEY = createSigningKey()

const FILE = 'IBAN;Name\r\nFR7630006000011234567890189;Jean Dupond\r\nDE00;Nobody\r\n'
const uploadId = randomUUID()
let analyst: Person
let reviewer: Person
let checkId: string
let genuine: Uint8Array

beforeAll(async () => {
  analyst = await insertPerson()
  reviewer = await insertPerson('reviewer')
  const review = await createReview(analyst.actor)
  checkId = review.verificationId
  const table = { encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false }
  const map = { iban: 0, name: [1], instead: [], reference: null, note: null }
  const fileHash = createHash('sha256').update(FILE).digest('hex')
  await db().upload.create({
    data: {
      id: uploadId,
      fileName: 'suppliers of may.csv',
      fileHash,
      reading: { table, map },
      fileRows: 2,
      total: 1,
      notSent: 1,
      countCloseMatch: 1,
      state: 'completed',
      comparison: { at: '2026-03-02T10:00:00.000Z', edited: 0 },
      createdById: analyst.actor.id,
      original: {
        create: { cipher: encrypt(FILE, `upload_originals|cipher|${uploadId}`), bytes: FILE.length },
      },
    },
  })
  await db().verification.update({ where: { id: checkId }, data: { uploadId } })
  await db().review.updateMany({ where: { verificationId: checkId }, data: { uploadId } })
  await db().uploadRow.create({ data: { uploadId, number: 1, verificationId: checkId, name: 'Jean Dupond' } })
  await db().uploadRow.create({ data: { uploadId, number: 2, notSentCode: 'iban_checksum' } })
  const { id, evidenceHash } = review
  const decision = { decision: 'approve', reason: 'spelling_or_accent', evidenceHash } as const
  await decideReview(id, decision, reviewer)
  await db().$transaction((tx) => record({ by: analyst.auditActor, action: 'user.access_reviewed' }, tx))
  genuine = await packOf()
})

const by = ({ actor, auditActor }: Person) => ({ actor, auditActor })
const packOf = async (person = analyst) => packBytes(await uploadPack(uploadId, 'en', by(person)))
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const jsonl = (bytes: Uint8Array | undefined) =>
  text(bytes)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('the evidence pack of an upload', () => {
  it('is genuine, and contains the original file byte for byte, its rows, its decisions and its verifier', async () => {
    const pack = genuine
    expect(await verdictOf(pack)).toMatchObject({
      genuine: true,
      manifest: { subject: { type: 'upload', id: uploadId } },
      rows: { how: 'read', rows: 1, edited: [], unexplained: [] },
    })
    const files = unzipSync(pack)
    expect(text(files['source/suppliers of may.csv'])).toBe(FILE)
    expect(text(files['annotated/suppliers of may-results.csv'])).toContain(
      'FR7630006000011234567890189;Jean Dupond;',
    )
    expect(text(files['annotated/suppliers of may-results.csv'])).toMatch(
      /;IBAN as checked;Name as checked(;.*)?\r\n/,
    )
    expect(jsonl(files['rows.jsonl'])).toMatchObject([
      { row: 1, result: 'close_match' },
      { row: 2, result: 'not_sent' },
    ])
    expect(jsonl(files['decisions.jsonl'])).toMatchObject([{ kind: 'approve', row: 1, by: 'reviewer' }])
    expect(text(files['verify.html'])).toContain(evidenceSigningKey().fingerprint)
    expect(text(files['report.pdf']).startsWith('%PDF-1.7')).toBe(true)
  })

  it('contains the audit entries of the pack and of the decision, each provable by this installation', async () => {
    const files = unzipSync(genuine)
    const entries = jsonl(files['audit.jsonl']).filter(({ entry }) => entry)
    expect(entries.map(({ entry }) => entry.action)).toEqual(
      expect.arrayContaining(['review.approved', 'evidence.exported']),
    )
    for (const { seq, prevHash, hash, entry } of entries) {
      const sealed = entryHash(Buffer.from(prevHash, 'hex'), { ...entry, seq: BigInt(seq) })
      expect(Buffer.from(sealed).toString('hex')).toBe(hash)
    }
  })

  it('reveals only the hash of an unrelated audit entry', () => {
    const lines = jsonl(unzipSync(genuine)['audit.jsonl'])
    expect(lines.map(({ entry }) => entry?.action)).toEqual([
      'review.approved',
      undefined,
      'evidence.exported',
    ])
  })

  it('is rejected with the first alteration named, for fifteen kinds of tampering', async () => {
    const altered = tamperedPacks(genuine)
    expect(altered).toHaveLength(15)
    for (const { change, pack, kind, path } of altered)
      expect(await verdictOf(pack), change).toMatchObject({ genuine: false, kind, path })
  })

  it("is rejected at the audit entry that doesn't follow the previous one", async () => {
    const cut = tamperedPacks(genuine).find(({ path }) => path === 'audit.jsonl')
    const verdict = await verdictOf(cut?.pack ?? new Uint8Array())
    expect(verdict).toMatchObject({ kind: 'file_changed', seq: expect.stringMatching(/^\d+$/) })
  })

  it('is never accepted unsigned, or with another key than the expected one', async () => {
    const foreign = tamperedPacks(genuine).find(({ kind }) => kind === 'key_foreign')
    const files = await readZip(foreign?.pack ?? new Uint8Array())
    expect(await verifyPack(files, null)).toMatchObject({ genuine: true })
    expect(await verifyPack(files, evidenceSigningKey().fingerprint)).toMatchObject({
      genuine: false,
      kind: 'key_foreign',
    })
  })

  it('is genuine whatever the file name is cut to', async () => {
    const { fileName } = await db().upload.findUniqueOrThrow({ where: { id: uploadId } })
    const rename = (to: string) => db().upload.update({ where: { id: uploadId }, data: { fileName: to } })
    await rename(`a${'𠮷'.repeat(100)}.csv`)
    const pack = await uploadPack(uploadId, 'en', by(analyst))
    expect(() => encodeURIComponent(pack.name)).not.toThrow()
    expect(await verdictOf(await packBytes(pack))).toMatchObject({ genuine: true })
    await rename(fileName)
  })

  it("omits the file once its retention has ended, and doesn't exist for unauthorised people", async () => {
    await db().uploadOriginal.delete({ where: { uploadId } })
    const pack = await packOf(reviewer)
    expect(await verdictOf(pack)).toMatchObject({ genuine: true })
    expect(Object.keys(unzipSync(pack)).filter((path) => path.includes('/'))).toEqual([])
    await expect(uploadPack(uploadId, 'en', by(await insertPerson()))).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('an evidence pack', () => {
  it('isn’t made in an installation without a key to sign it, and no export is recorded', async () => {
    const { SIGNING_KEY } = env()
    const exports = () => db().auditEntry.count({ where: { action: 'evidence.exported' } })
    const before = await exports()
    env().SIGNING_KEY = undefined
    try {
      for (const pack of [
        () => checkPack(checkId, 'en', by(analyst)),
        () => uploadPack(uploadId, 'en', by(analyst)),
      ])
        await expect(pack()).rejects.toMatchObject({ status: 409, code: 'signing_key_missing' })
    } finally {
      env().SIGNING_KEY = SIGNING_KEY
    }
    expect(await exports()).toBe(before)
  })
})

describe('the evidence pack of a check', () => {
  it('is genuine, and its record has the keyed hash that the audit log contains', async () => {
    const pack = await packBytes(await checkPack(checkId, 'fr', by(reviewer)))
    expect(await verdictOf(pack)).toMatchObject({
      genuine: true,
      manifest: { subject: { type: 'verification', id: checkId } },
    })
    const record = unzipSync(pack)['record.json'] as Uint8Array
    const entry = await db().auditEntry.findFirstOrThrow({
      where: { action: 'evidence.exported', objectId: checkId },
    })
    expect(entry.details).toMatchObject({
      format: 'pack',
      recordHash: keyedHash('record', createHash('sha256').update(record).digest('hex')),
    })
  })
})

describe('the verdict', () => {
  /** The output of `npm run evidence:verify` for such a check. */
  async function printed(
    environment: 'live' | 'sandbox',
    demo: '0' | '1',
    expected = evidenceSigningKey().fingerprint,
  ): Promise<string[]> {
    const id = await createAnsweredCheck(analyst.actor, { environment })
    env().DEMO = demo
    const pack = await packBytes(await checkPack(id, 'en', by(analyst)))
    env().DEMO = '0'
    const file = join(mkdtempSync(join(tmpdir(), 'accord-pack-')), 'pack.zip')
    writeFileSync(file, pack)
    // as the page prints it
    const fingerprint = expected === '' ? [] : groupsOfFour(expected).split(' ')
    const args = ['scripts/evidence-verify.mjs', file, ...fingerprint]
    const { stdout } = await promisify(execFile)('node', args, { env: { ...process.env, NODE_OPTIONS: '' } })
    return stdout.split('\n')
  }

  it('says first that a check was simulated, in the sandbox or in the demo, and never says so of a live one', async () => {
    expect((await printed('sandbox', '0'))[0]).toMatch(/^SIMULATED: .*sandbox.*No bank was contacted\.$/)
    expect((await printed('live', '1'))[0]).toMatch(/^SIMULATED: .*demo.*No bank was contacted\.$/)
    const [first, ...rest] = await printed('live', '0')
    expect(first).toBe('Genuine: nothing was changed.')
    expect(rest.join('\n')).not.toContain('SIMULATED')
  })

  it('never calls a pack genuine when no expected key was given', async () => {
    const [first, ...rest] = await printed('live', '0', '')
    expect(first).toBe('Nothing was changed since it was signed. Check whose key signed it.')
    expect(rest.join('\n')).toContain(groupsOfFour(evidenceSigningKey().fingerprint))
  })

  it("treats a pack as simulated unless it says that it's live", () => {
    const said = { demo: false, subject: { environment: 'live' } }
    expect(simulatedAs(said as Manifest)).toBeNull()
    for (const unclear of [
      { subject: said.subject },
      { demo: false, subject: {} },
      { demo: 1, ...said.subject },
    ])
      expect(simulatedAs({ subject: {}, ...unclear } as unknown as Manifest)).not.toBeNull()
  })
})

describe('evidence older than the mask period of exports', () => {
  const ways = {
    'the pack of an upload': async () => uploadPack(uploadId, 'en', by(reviewer)),
    'the report of an upload': async () => uploadReport(uploadId, 'en', by(reviewer)),
    'the pack of a check': async () => checkPack(checkId, 'en', by(reviewer)),
    'the report of a check': async () => checkReport(checkId, 'en', by(reviewer)),
  }
  const age = async (months: number) => {
    await db().$executeRaw`
      update uploads set created_at = now() - make_interval(months => ${months}::int) where id = ${uploadId}::uuid`
    await db().$executeRaw`
      update verifications set created_at = now() - make_interval(months => ${months}::int) where id = ${checkId}::uuid`
  }
  const exported = () => db().auditEntry.count({ where: { action: 'evidence.exported' } })
  beforeAll(() => periodsSetting.save({ ...DEFAULT_PERIODS, maskMonths: 3 }))
  afterAll(() => periodsSetting.save(DEFAULT_PERIODS))

  it.each(Object.entries(ways))('is refused: %s', async (_, make) => {
    await age(2)
    await expect(make()).resolves.toBeTruthy()
    await age(4)
    const before = await exported()
    await expect(make()).rejects.toMatchObject({ status: 409, code: 'export_masked' })
    expect(await exported()).toBe(before)
  })

  it("is hidden from people who may not see it, and available again when there's nothing left to mask", async () => {
    await age(4)
    const stranger = by(await insertPerson())
    for (const make of [checkReport, checkPack])
      await expect(make(checkId, 'en', stranger)).rejects.toMatchObject({ status: 404 })
    for (const make of [uploadReport, uploadPack])
      await expect(make(uploadId, 'en', stranger)).rejects.toMatchObject({ status: 404 })
    await expect(assertUnmasked(uploadId, stranger.actor)).resolves.toBeUndefined()
    await db().upload.update({ where: { id: uploadId }, data: { purgedAt: new Date() } })
    await db().$transaction((tx) => stripChecks(tx, [checkId]))
    for (const make of Object.values(ways)) await expect(make()).resolves.toBeTruthy()
  })
})
