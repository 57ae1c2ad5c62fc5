import 'server-only'
import { type Actor, seesAll } from '@/lib/auth/roles'

/** Analysts see their own uploads, reviewers and admins all. */
export const visibleUploads = (actor: Pick<Actor, 'id' | 'roles'>): { createdById?: string } =>
  seesAll(actor) ? {} : { createdById: actor.id }
