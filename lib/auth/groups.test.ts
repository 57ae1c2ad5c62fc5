import { expect, it } from 'vitest'
import { pairsWithoutRole, rolesOfGroups } from './groups'

const MAPPING =
  'Payments Team=analyst, reviewers=reviewer,it=admin,it=analyst, cn=ops,dc=bank=reviewer,x=king,=admin, spaced = reviewer '

it.each([
  [['Payments Team'], ['analyst']],
  [
    ['it', 'reviewers'],
    ['analyst', 'reviewer', 'admin'],
  ],
  ['reviewers', ['reviewer']],
  [['cn=ops'], []],
  [['dc=bank'], ['reviewer']],
  [['payments team'], []],
  [['admin', 'x', ''], []],
  [[{ name: 'it' }, ['it'], 7, null], []],
  [['spaced'], ['reviewer']],
  [undefined, []],
  [{ it: true }, []],
])('maps the groups %j to the roles %j', (groups, roles) => {
  expect(rolesOfGroups(groups, MAPPING)).toEqual(roles)
})

it('gives nobody a role without a mapping', () => {
  expect(rolesOfGroups(['admin', ''], '')).toEqual([])
})

const NAMED = 'CN=Pay, EU,OU=Groups,DC=bank,DC=example=analyst; CN=IT,DC=example=admin;'

it('finds groups whose names contain commas, when semicolons separate the pairs', () => {
  expect(rolesOfGroups(['CN=Pay, EU,OU=Groups,DC=bank,DC=example'], NAMED)).toEqual(['analyst'])
  expect(rolesOfGroups(['DC=example', 'CN=IT,DC=example'], NAMED)).toEqual(['admin'])
  expect(rolesOfGroups(['DC=example', 'CN=IT'], NAMED)).toEqual([])
})

it.each([
  [MAPPING, [5, 7, 8]],
  [NAMED, []],
  ['', []],
  ['it=admin,', []],
  ['it=Admin', [1]],
  [NAMED.replaceAll(';', ','), [1, 2, 3, 4, 6]],
])('numbers the pairs of %j that give no role', (mapping, numbers) => {
  expect(pairsWithoutRole(mapping)).toEqual(numbers)
})
