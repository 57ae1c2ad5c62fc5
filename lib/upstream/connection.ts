/**
 * What a request to the provider needs to know. `secret` is a function, so that no log line, error or JSON of this value
 * can hold the secret.
 */
export type UpstreamConnection = {
  id: string
  /** includes /api-v1, no slash at the end */
  baseUrl: string
  clientId: string
  secret: () => string
  /** items per bulk */
  bulkSize: number
  /** an admin typed the address: nothing but public places is connected to */
  guarded?: boolean
}
