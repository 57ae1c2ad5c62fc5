import { Attempts } from '@/components/attempts/attempts'
import { firstPage } from '@/components/live/list-query'
import { listUnknownAttempts } from '@/lib/attempts/queries.server'
import { unknownAttemptsQuerySchema } from '@/lib/attempts/schema'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('attempts', 'title')

/** The requests with a lost response, for people who may resolve them. */
export default async function AttemptsPage() {
  const { id } = await requirePage('/unknown')
  return (
    <Attempts first={firstPage(await listUnknownAttempts(unknownAttemptsQuerySchema.parse({})))} myId={id} />
  )
}
