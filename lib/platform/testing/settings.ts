/** Settings for any test: keys with a valid format, not secret. Database tests have them already (clone.ts). */
export const TEST_SETTINGS = {
  NEXTAUTH_SECRET: 'only-for-tests-only-for-tests-32',
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  ENCRYPTION_KEYS: `v1:${Buffer.alloc(32, 7).toString('base64')}`,
  AUDIT_KEY: Buffer.alloc(32, 9).toString('base64'),
  LOG_LEVEL: 'silent',
}
Object.assign(process.env, TEST_SETTINGS)
process.env.DATABASE_URL ??= 'postgresql://nowhere.invalid/accord'
