/** Documented commands that need a running installation. e2e/docs.spec.ts runs each as written. */
export const INSTALLATION_COMMANDS = {
  user: /^npm run user -- create --/,
  link: /^npm run user -- link --/,
  backup: /^npm run backup -- \S+\.gz$/,
  restore: /^npm run restore -- \S+\.gz$/,
  auditVerify: /^npm run audit:verify$/,
  evidenceVerify: /^npm run evidence:verify -- \S+\.zip$/,
  migrate: /^node scripts\/migrate-database\.mjs$/,
  curl: /^curl /,
} as const
