import type { Route } from 'next'
import type { ResultFormat } from '@/lib/tables/table'

export const ENVIRONMENTS = ['live', 'sandbox'] as const
export type EnvironmentName = (typeof ENVIRONMENTS)[number]

const at = (environment: EnvironmentName, path: string) =>
  (environment === 'sandbox' ? `/sandbox${path === '/' ? '' : path}` : path) as Route

/**
 * The URLs of pages that something links to; PLACES (lib/auth/roles.ts) lists every page. Sandbox pages live under
 * /sandbox. No name and no IBAN ever goes into a URL.
 */
export const pages = {
  signIn: '/signin' as Route,
  home: (environment: EnvironmentName = 'live') => at(environment, '/'),
  check: (environment: EnvironmentName = 'live') => at(environment, '/check'),
  checkResult: (environment: EnvironmentName, id: string) => at(environment, `/check/${id}`),
  bulk: (environment: EnvironmentName = 'live') => at(environment, '/bulk'),
  newUpload: () => '/bulk/new' as Route,
  upload: (id: string) => `/bulk/${id}` as Route,
  /** only the rows that were edited before sending */
  uploadEdited: (id: string) => `/bulk/${id}?only=edited` as Route,
  review: (environment: EnvironmentName = 'live') => at(environment, '/review'),
  reviewItem: (environment: EnvironmentName, id: string) => at(environment, `/review/${id}`),
  history: (environment: EnvironmentName = 'live') => at(environment, '/history'),
  historyItem: (environment: EnvironmentName, id: string) => at(environment, `/history/${id}`),
  unknown: () => '/unknown' as Route,
  usage: () => '/admin/usage' as Route,
  connections: () => '/admin/connections' as Route,
  reviewRules: () => '/admin/review-rules' as Route,
  retention: () => '/admin/retention' as Route,
  limits: () => '/admin/limits' as Route,
  users: () => '/admin/users' as Route,
  glossary: (term?: string) => (term ? `/glossary#${term}` : '/glossary') as Route,
  account: (section: 'profile' | 'security' | 'preferences' | 'keys' = 'profile') =>
    `/account/${section}` as Route,
}

/** The URLs of the JSON API; those for admins only are in admin-paths.ts. */
export const api = {
  verifications: '/api/verifications',
  verificationSearch: '/api/verifications/search',
  verificationChoices: '/api/verifications/search/choices',
  historyLayout: '/api/verifications/search/layout',
  savedViews: '/api/verifications/search/views',
  savedView: (id: string) => `/api/verifications/search/views/${id}`,
  verificationExport: '/api/verifications/export',
  verification: (id: string) => `/api/verifications/${id}`,
  verificationAnswer: (id: string) => `/api/verifications/${id}/answer`,
  verificationReveal: (id: string) => `/api/verifications/${id}/reveal`,
  verificationAllowName: (id: string) => `/api/verifications/${id}/allow-name`,
  verificationRefresh: (id: string) => `/api/verifications/${id}/refresh`,
  verificationRecheck: (id: string) => `/api/verifications/${id}/recheck`,
  verificationCancel: (id: string) => `/api/verifications/${id}/cancel`,
  earlierVerifications: '/api/verifications/earlier',
  uploads: '/api/uploads',
  upload: (id: string) => `/api/uploads/${id}`,
  uploadRows: (id: string) => `/api/uploads/${id}/rows`,
  uploadRowsSearch: (id: string) => `/api/uploads/${id}/rows/search`,
  uploadAct: (id: string, act: 'pause' | 'resume' | 'stop') => `/api/uploads/${id}/${act}`,
  uploadApproval: (id: string) => `/api/uploads/${id}/approval`,
  uploadKnown: (id: string) => `/api/uploads/${id}/known`,
  uploadRetry: (id: string) => `/api/uploads/${id}/retry`,
  uploadTable: (id: string, format: ResultFormat) => `/api/uploads/${id}/export/table?format=${format}`,
  uploadExport: (id: string, format: 'original' | 'fix') => `/api/uploads/${id}/export?format=${format}`,
  reviewSearch: '/api/reviews/search',
  reviewChoices: '/api/reviews/choices',
  review: (id: string) => `/api/reviews/${id}`,
  reviewClaim: (id: string) => `/api/reviews/${id}/claim`,
  reviewDecision: (id: string) => `/api/reviews/${id}/decision`,
  reviewUndo: (id: string) => `/api/reviews/${id}/undo`,
  reviewReopen: (id: string) => `/api/reviews/${id}/reopen`,
  reviewTakeOver: (id: string) => `/api/reviews/${id}/take-over`,
  reviewGroup: '/api/reviews/group-decision',
  reviewGroupUndo: '/api/reviews/group-undo',
  reviewSignals: (id: string) => `/api/reviews/${id}/signals`,
  reviewNotes: (id: string) => `/api/reviews/${id}/notes`,
  reviewDocuments: (id: string) => `/api/reviews/${id}/documents`,
  document: (id: string) => `/api/documents/${id}`,
  attempts: '/api/attempts',
  attempt: (id: string) => `/api/attempts/${id}`,
  attemptResolve: (id: string) => `/api/attempts/${id}/resolve`,
  attemptConfirm: (id: string) => `/api/attempts/${id}/resolve/confirm`,
  balance: '/api/usage/balance',
  passwordLink: '/api/account/link',
  account: '/api/account',
  accountConfirm: '/api/account/confirm',
  accountSessionTime: '/api/account/session',
  accountLanguage: '/api/account/language',
  accountPassword: '/api/account/password',
  accountGuide: '/api/account/guide',
  accountFactor: '/api/account/second-factor',
  accountRecoveryCodes: '/api/account/recovery-codes',
  accountKeys: '/api/account/keys',
  accountKey: (id: string) => `/api/account/keys/${id}`,
  openApi: '/api/openapi',
  metrics: '/api/metrics',
  accountSessions: '/api/account/sessions',
  accountSession: (id: string) => `/api/account/sessions/${id}`,
  evidence: (noun: 'verifications' | 'uploads', id: string, form: 'pdf' | 'pack') =>
    `/api/${noun}/${id}/evidence${form === 'pack' ? '/pack' : ''}`,
  evidenceKey: '/api/evidence/key',
  evidenceVerifier: '/api/evidence/verifier',
  events: '/api/events',
}
