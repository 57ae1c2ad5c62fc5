import { REPORT_CODE } from '@/lib/tables/reports/values'

/** What the codes of the specification look like (2.2). Anything else in their place may hold a name. */
export const PROVIDER_CODE = /^[a-z_]{1,64}$/

/** A reason as masked roles see it: the code of the provider or of a bank report, without a text in its place. */
export const maskReason = (reason: string | null): string | null =>
  reason === null || PROVIDER_CODE.test(reason) || REPORT_CODE.test(reason) ? reason : '···'
