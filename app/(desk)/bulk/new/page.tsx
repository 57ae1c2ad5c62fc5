import { KeepDrops } from '@/components/intake/file/keep-drops.server'
import { Wizard } from '@/components/intake/wizard'
import { requirePage } from '@/lib/auth/guard.server'
import { activeConnection } from '@/lib/connections/active.server'
import { readLimits } from '@/lib/limits/limits.server'
import { hasRegister } from '@/lib/payments/participants/register.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { readPeriods } from '@/lib/retention/cutoff.server'
import { readBalance } from '@/lib/usage/balance.server'
import { spentToday } from '@/lib/usage/daily-spending.server'

/** The maximum bulk size in the specification, used until a connection sets its own. */
const LARGEST_BULK = 2000

export const generateMetadata = pageTitle('intake', 'newUpload')

export default async function NewUploadPage() {
  const { id } = await requirePage('/bulk/new')
  const [connection, balance, limits, { spent }, { originalDays }, register] = await Promise.all([
    activeConnection(),
    readBalance(),
    readLimits(),
    spentToday(id),
    readPeriods(),
    hasRegister(),
  ])
  const bulkSize = connection?.bulkSize ?? LARGEST_BULK
  return (
    <>
      <KeepDrops />
      <Wizard
        userId={id}
        bulkSize={bulkSize}
        credits={balance?.left ?? null}
        limits={limits}
        spent={spent}
        originalDays={originalDays}
        register={register}
      />
    </>
  )
}
