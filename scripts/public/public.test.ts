// The files in the folder public match the sources; `npm run public` generates them.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PUBLIC_FILES, publicFilePolicy } from '@/lib/http/public-files'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readFile } from '@/lib/tables/read/read-file'
import { checkRows } from '@/lib/tables/testing/lists'
import { deriveHolder } from '@/service/banks/derived'
import { BUILT_IN_ACCOUNTS } from '@/service/banks/people'
import { compareWithHolders } from '@/service/banks/simulated'
import { generatedFiles } from './files'
import { DUPLICATES, ERRORS, PAYEES } from './samples'
import { workbookOf } from './workbook'

const PUBLIC = path.resolve(import.meta.dirname, '../../public')
const stored = (name: string) => readFileSync(path.join(PUBLIC, name))

const tableOf = (bytes: Uint8Array) => {
  const table = readFile(Uint8Array.from(bytes))
  if ('problem' in table) throw new Error(table.problem)
  return table
}
function checkSample(name: string) {
  const table = tableOf(stored(`samples/accord-sample.${name}`))
  return checkRows(table, guessColumns(table))
}
const pairs = (rows: readonly { name: string; iban: string }[]) => rows.map(({ name, iban }) => [name, iban])
const namesAndIbans = (rows: readonly (readonly string[])[]) => rows.map(([name, iban]) => [name, iban])

describe('the folder public', () => {
  it('has the files that the proxy knows, and no others', () => {
    const files = globSync('**/*.*', { cwd: PUBLIC }).map((file) => `/${file}`)
    expect(files.sort()).toEqual([...PUBLIC_FILES].sort())
  })

  it('has its own security policy for files, and none for pages', () => {
    expect(publicFilePolicy('/icon.svg')).toContain(`default-src 'none'`)
    expect(publicFilePolicy('/history/icon.svg')).toBeUndefined()
  })

  it('is current (`npm run public`)', async () => {
    for (const [name, content] of Object.entries(generatedFiles()))
      if (typeof content === 'string') expect(stored(name).toString(), name).toBe(content)
      else expect(stored(name).equals(await workbookOf(content)), name).toBe(true)
  })

  it('names icons in the manifest that exist', () => {
    const { icons } = JSON.parse(stored('manifest.webmanifest').toString())
    for (const { src } of icons as { src: string }[]) expect(PUBLIC_FILES).toContain(src)
  })
})

describe('the page that verifies packs of any key', () => {
  const page = stored('verify.html').toString()

  it('warns that it does not know the owner of the key, before a file can be chosen and before its result', () => {
    const notice = page.indexOf('data-say="anyKey"')
    expect(notice).toBeGreaterThan(0)
    expect(notice).toBeLessThan(page.indexOf('type="file"'))
    expect(notice).toBeLessThan(page.indexOf('id="verdict"'))
    expect(page).toContain('This page doesn’t know whose key signs a pack.')
  })

  it('expects no key and has no place to show one', () => {
    expect(page).toContain('startPage({"expected":null')
    expect(page).not.toContain('id="expected"')
  })
})

describe('the sample files', () => {
  it('have in the list two errors to fix, a duplicate row and an account under two names', () => {
    const { rows } = checkSample('csv')
    const bad = rows.filter(({ problems }) => problems.length > 0)
    expect(bad.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['iban_structure'],
      ['iban_checksum'],
    ])
    expect(bad.map(({ name }) => name)).toEqual(ERRORS.map(([name]) => name))
    expect(pairs(rows.filter(({ problems }) => problems.length === 0))).toEqual(
      namesAndIbans([...PAYEES, ...DUPLICATES]),
    )
  })

  it.each(['xlsx', 'xml'])('have nothing to fix as %s', (kind) => {
    const { rows } = checkSample(kind)
    expect(rows.flatMap(({ problems }) => problems)).toEqual([])
    expect(pairs(rows)).toEqual(namesAndIbans(PAYEES))
  })

  it('use more than one alphabet', () => {
    const names = PAYEES.map(([name]) => name).join('')
    expect([/\p{Script=Latin}/u, /\p{Script=Greek}/u].map((letters) => letters.test(names))).toEqual([
      true,
      true,
    ])
  })

  it('get every result from the embedded service, mostly matches', () => {
    const register = new Map(BUILT_IN_ACCOUNTS)
    const outcomeOf = (name: string, iban: string) => {
      if (/\p{Script=Greek}/u.test(name)) return 'failed'
      const derived = deriveHolder({ iban, name })
      const holders = register.get(iban) ?? (derived.name === null ? [] : [derived.name])
      if (holders.length === 0) return derived.nature === 'unknown' ? 'not verifiable' : 'failed'
      const answer = compareWithHolders(name, holders)
      return 'partyNameMatch' in answer ? answer.partyNameMatch : 'failed'
    }
    const counts: Record<string, number> = {}
    for (const [name, iban] of PAYEES)
      counts[outcomeOf(name, iban)] = (counts[outcomeOf(name, iban)] ?? 0) + 1
    expect(counts).toEqual({ MTCH: 6, CMTC: 3, NMTC: 1, 'not verifiable': 1, failed: 3 })
  })
})
