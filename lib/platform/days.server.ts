import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'

/** The moment (SQL) at which a day of TIME_ZONE begins, also where clocks change; `plus` days later. */
export const dayStart = (day: string, plus = 0): Prisma.Sql =>
  Prisma.sql`((${day}::date + ${plus}::int)::timestamp at time zone ${env().TIME_ZONE})`
