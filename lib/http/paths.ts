import type { Route } from 'next'

export type EnvironmentName = 'live' | 'sandbox'

const at = (environment: EnvironmentName, path: string) =>
  (environment === 'sandbox' ? `/sandbox${path === '/' ? '' : path}` : path) as Route

/** Every URL of a page, spelled once. Sandbox pages live under /sandbox. No name and no IBAN ever goes into one. */
export const pages = {
  signIn: '/signin' as Route,
  home: (environment: EnvironmentName = 'live') => at(environment, '/'),
  check: (environment: EnvironmentName = 'live') => at(environment, '/check'),
  checkResult: (environment: EnvironmentName, id: string) => at(environment, `/check/${id}`),
  bulk: (environment: EnvironmentName = 'live') => at(environment, '/bulk'),
  newUpload: () => '/bulk/new' as Route,
  upload: (id: string) => `/bulk/${id}` as Route,
  review: (environment: EnvironmentName = 'live') => at(environment, '/review'),
  reviewItem: (environment: EnvironmentName, id: string) => at(environment, `/review/${id}`),
  history: (environment: EnvironmentName = 'live') => at(environment, '/history'),
  historyItem: (environment: EnvironmentName, id: string) => at(environment, `/history/${id}`),
  connections: () => '/admin/connections' as Route,
  reviewRules: () => '/admin/review-rules' as Route,
}

/** Every URL of the JSON API, spelled once. */
export const api = {
  verifications: '/api/verifications',
  verificationSearch: '/api/verifications/search',
  verification: (id: string) => `/api/verifications/${id}`,
  verificationRefresh: (id: string) => `/api/verifications/${id}/refresh`,
  verificationRecheck: (id: string) => `/api/verifications/${id}/recheck`,
  verificationCancel: (id: string) => `/api/verifications/${id}/cancel`,
  earlierVerifications: '/api/verifications/earlier',
  uploads: '/api/uploads',
  knownUploads: '/api/uploads/known',
  upload: (id: string) => `/api/uploads/${id}`,
  uploadRows: (id: string) => `/api/uploads/${id}/rows`,
  uploadRowsSearch: (id: string) => `/api/uploads/${id}/rows/search`,
  uploadAct: (id: string, act: 'pause' | 'resume' | 'stop') => `/api/uploads/${id}/${act}`,
  uploadExport: (id: string, format: 'original') => `/api/uploads/${id}/export?format=${format}`,
  reviewSearch: '/api/reviews/search',
  review: (id: string) => `/api/reviews/${id}`,
  reviewClaim: (id: string) => `/api/reviews/${id}/claim`,
  reviewDecision: (id: string) => `/api/reviews/${id}/decision`,
  reviewUndo: (id: string) => `/api/reviews/${id}/undo`,
  reviewReopen: (id: string) => `/api/reviews/${id}/reopen`,
  reviewTakeOver: (id: string) => `/api/reviews/${id}/take-over`,
  reviewGroup: '/api/reviews/group-decision',
  reviewSignals: (id: string) => `/api/reviews/${id}/signals`,
  reviewNotes: (id: string) => `/api/reviews/${id}/notes`,
  reviewDocuments: (id: string) => `/api/reviews/${id}/documents`,
  document: (id: string) => `/api/documents/${id}`,
  rules: '/api/admin/rules',
  rule: (id: string) => `/api/admin/rules/${id}`,
  ruleOrder: '/api/admin/rules/order',
  rulePreview: '/api/admin/rules/preview',
  reviewSettings: '/api/admin/rules/settings',
  attempts: '/api/attempts',
  attempt: (id: string) => `/api/attempts/${id}`,
  attemptResolve: (id: string) => `/api/attempts/${id}/resolve`,
  attemptConfirm: (id: string) => `/api/attempts/${id}/resolve/confirm`,
  connections: '/api/admin/connections',
  connectionResume: (id: string) => `/api/admin/connections/${id}/resume`,
  usageLedger: '/api/admin/usage/ledger',
  connectionTest: (id: string) => `/api/admin/connections/${id}/test`,
  connectionSecret: (id: string) => `/api/admin/connections/${id}/secret`,
  balance: '/api/usage/balance',
  events: '/api/events',
}
