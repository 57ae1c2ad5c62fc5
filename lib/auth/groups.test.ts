import { expect, it } from 'vitest'
import { rolesOfGroups } from './groups'

const MAPPING =
  'Payments Team=analyst, reviewers=reviewer,it=admin,it=analyst, cn=ops,dc=bank=reviewer,x=king,=admin'

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
  [undefined, []],
  [{ it: true }, []],
])('maps the groups %j to the roles %j', (groups, roles) => {
  expect(rolesOfGroups(groups, MAPPING)).toEqual(roles)
})

it('gives nobody a role without a mapping', () => {
  expect(rolesOfGroups(['admin', ''], '')).toEqual([])
})
