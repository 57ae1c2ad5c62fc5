/**
 * What a request to the provider needs. `secret` is a function, so that no log line, error or JSON of this value can
 * contain the secret.
 */
export type UpstreamConnection = {
  id: string
  /** includes /api-v1, without a trailing slash */
  baseUrl: string
  clientId: string
  secret: () => string
  /** since when it has this secret; what a request learns about an earlier one isn't stored */
  secretSetAt: Date
  /** items per bulk */
  bulkSize: number
  /** an admin entered the address: connect to public addresses only */
  guarded?: boolean
}
