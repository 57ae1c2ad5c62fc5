import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Analyst } from '../office/analyst'
import type { Office } from '../office/office'
import { Person } from '../office/person'
import { readLedger } from '../provider/ledger'
import { CLIENT } from '../provider/provider'
import type { Evidence } from './evidence'
import { readReleases } from './payments'
import { readTables } from './read'

/** Strings that no log line may contain: an IBAN or a name from the files, the client secret, a token. */
const SECRETS = {
  'an IBAN': /DE\d{2}37040044\d/,
  'a name': /Holder \d/,
  'the client secret': new RegExp(CLIENT.secret),
  'a token': /canary-token/,
}

function findLeaks(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8')
    const found = Object.entries(SECRETS).filter(([, pattern]) => pattern.test(text))
    return found.map(([what]) => `${name} contains ${what}`)
  })
}

/** Lists the unknown attempts that a reviewer sees, over HTTP. */
async function listUnknownAttempts({ address }: Office): Promise<string[]> {
  const reviewer = await Person.signIn(address, 'reviewer')
  const ids: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { body } = await reviewer.get(`/api/attempts${after && `?after=${after}`}`)
    ids.push(...(body.items as { id: string }[]).map(({ id }) => id))
    after = body.nextCursor as string | null
  }
  return ids
}

/** Collects the evidence from the ledger file, the database, the logs and the clients. */
export async function gather(
  office: Office,
  { requests }: Analyst,
  run: Pick<Evidence, 'longestOverdue' | 'unfinished' | 'crashes'>,
): Promise<Evidence> {
  const listedAttempts = await listUnknownAttempts(office)
  return {
    ...(await readTables(office)),
    releases: await readReleases(office),
    ...run,
    requests,
    listedAttempts,
    ledger: readLedger(office.provider.ledger.file),
    singleCheckTimes: office.provider.singleCheckTimes,
    leaks: findLeaks(office.logs),
  }
}
