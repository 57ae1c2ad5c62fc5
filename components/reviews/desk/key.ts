import type { EnvironmentName } from '@/lib/http/paths'

/** The key of all review queries in this environment, the count of the shell included; invalidate it after a change. */
export const reviewsKey = (environment: EnvironmentName) => ['reviews', environment] as const
