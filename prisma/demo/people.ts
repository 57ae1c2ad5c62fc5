import { record } from '@/lib/audit/record.server'
import { DEMO_PASSWORD } from '@/lib/auth/demo-password.mjs'
import { hashPassword } from '@/lib/auth/password.server'
import type { Role } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'

export const PEOPLE: { email: string; name: string; roles: Role[] }[] = [
  { email: 'analyst@accord.test', name: 'Camille Roux', roles: ['analyst'] },
  { email: 'reviewer@accord.test', name: 'David Okafor', roles: ['reviewer'] },
  { email: 'admin@accord.test', name: 'Marta Keller', roles: ['admin'] },
  // the sign-in page does not offer this person, who made half of the decisions
  { email: 'second.reviewer@accord.test', name: 'Ines Moreau', roles: ['reviewer'] },
]

export type DemoPeople = { analyst: string; reviewer: string; admin: string; second: string }

/** Creates the demo people who are missing. @returns the IDs of all */
export async function seedPeople(): Promise<DemoPeople> {
  const ids: string[] = []
  for (const person of PEOPLE) {
    const known = await db().user.findUnique({ where: { email: person.email } })
    ids.push(known ? known.id : await create(person))
  }
  const [analyst = '', reviewer = '', admin = '', second = ''] = ids
  return { analyst, reviewer, admin, second }
}

async function create(person: (typeof PEOPLE)[number]): Promise<string> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  return db().$transaction(async (tx) => {
    const { id } = await tx.user.create({ data: { ...person, passwordHash } })
    await record(
      {
        by: { kind: 'system' },
        action: 'user.created',
        object: { type: 'user', id },
        details: { roles: person.roles },
      },
      tx,
    )
    return id
  })
}
