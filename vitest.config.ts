import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const outside = ['**/node_modules/**', '**/.next/**', '**/.next-*/**', '**/.data/**', 'e2e/**']
/** Long tests of rare conditions, for `npm run test:full`. */
if (!process.env.LONG) outside.push('**/*.long.db.test.ts')

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${root}/` },
      { find: 'server-only', replacement: path.join(root, 'node_modules/server-only/empty.js') },
    ],
  },
  test: {
    environment: 'node',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...outside, '**/*.db.test.ts'],
          // the files of a process share what they load; a test undoes what it changes of its process
          isolate: false,
          // a busy machine is slow; only tests that hang are ended
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['**/*.db.test.ts'],
          exclude: outside,
          // see lib/platform/testing/clone.ts for what the files of a process share
          isolate: false,
          globalSetup: ['scripts/testing/vitest-setup.mjs'],
          setupFiles: ['lib/platform/testing/clone.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          retry: process.env.CI ? 1 : 0, // as in the browser tests; the run names those that needed a retry
        },
      },
    ],
  },
})
