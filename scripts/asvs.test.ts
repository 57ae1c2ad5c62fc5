// docs/security/asvs.md answers every requirement of OWASP ASVS 5.0, level 2, once, and its counts add up.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './prepare/project.mjs'

const PAGE = fs.readFileSync(path.join(root, 'docs/security/asvs.md'), 'utf8')

/** The number of level 1 and 2 requirements in each section, numbered from 1 without a gap. */
const SECTIONS = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}
const IDS = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, n) => Array.from({ length: count }, (_, m) => `${chapter}.${n + 1}.${m + 1}`)),
)

type Row = { ids: string[]; about: string; status: string; tests: string }

/** `1.2.6–1.2.8` means every requirement from the first to the last. */
const idsOf = (first: string, last = first) => IDS.slice(IDS.indexOf(first), IDS.indexOf(last) + 1)

const ROWS = [
  ...PAGE.matchAll(/^\| ([\d.]+)(?:–([\d.]+))? \| ([^|]+) \| \*\*([\w ]+)\.\*\* [^|]*\| ([^|]+) \|$/gm),
].map(
  ([, first = '', last, about = '', status = '', tests = '']): Row => ({
    ids: idsOf(first, last),
    about,
    status,
    tests,
  }),
)
const idsWith = (...statuses: string[]) =>
  ROWS.filter(({ status }) => statuses.includes(status)).flatMap(({ ids }) => ids)

describe('the ASVS page', () => {
  it('answers each of the 253 requirements once, in their order', () => {
    expect(IDS).toHaveLength(253)
    expect(ROWS.flatMap(({ ids }) => ids)).toEqual(IDS)
  })

  it('has no row that this test cannot parse', () => {
    expect(PAGE.match(/^\| \d+\.\d+\.\d+/gm)).toHaveLength(ROWS.length)
  })

  it('names each requirement in a few words', () => {
    expect(ROWS.filter(({ about }) => about.split(' ').length > 8).map(({ about }) => about)).toEqual([])
  })

  it.each(['Met', 'In part', 'Operator', 'Not applicable', 'Not met'])('counts right: %s', (status) => {
    const [, counted] = new RegExp(`^\\| ${status} \\| .+ \\| (\\d+) \\|$`, 'm').exec(PAGE) ?? []
    expect(idsWith(status)).toHaveLength(Number(counted))
  })

  it('lists at its end exactly what is met in part or not met', () => {
    const [, end = ''] = PAGE.split('## What is missing')
    const listed = [...(end.match(/\d+\.\d+\.\d+/g) ?? [])]
    expect(listed.sort()).toEqual(idsWith('In part', 'Not met').sort())
  })

  it('names test files that exist, or None', () => {
    const wrong = ROWS.filter(({ tests }) => {
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
      const exist = files.every(
        (file) => /\.(test|spec)\.ts$/.test(file) && fs.existsSync(path.join(root, file)),
      )
      return tests === 'None' ? files.length > 0 : files.length === 0 || !exist
    })
    expect(wrong.map(({ ids, tests }) => `${ids[0]}: ${tests}`)).toEqual([])
  })

  it('names top-level files and pages that exist', () => {
    const top = [
      ...PAGE.matchAll(/`(\w[\w.-]*\.(?:md|ts|js|json|yaml)|Dockerfile|\.dockerignore|\.env\.\w+)`/g),
    ]
    const pages = [...PAGE.matchAll(/\]\((\.\.\/[^)]+)\)/g)].map(([, to = '']) =>
      path.join('docs/security', to),
    )
    const named = [...top.map(([, file = '']) => file), ...pages]
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
  })
})
