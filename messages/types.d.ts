// The keys of the messages, for the compiler: a key that no file of messages/en has does not compile. A line for each file
// (lib/platform/language/keys.test.ts compares the list with the folder).
import type { Locale } from '@/lib/platform/language/locale'

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: {
      account: typeof import('./en/account.json')
      attempts: typeof import('./en/attempts.json')
      audit: typeof import('./en/audit.json')
      bulk: typeof import('./en/bulk.json')
      check: typeof import('./en/check.json')
      command: typeof import('./en/command.json')
      connections: typeof import('./en/connections.json')
      evidence: typeof import('./en/evidence.json')
      exports: typeof import('./en/exports.json')
      glossary: typeof import('./en/glossary.json')
      heldBack: typeof import('./en/heldBack.json')
      history: typeof import('./en/history.json')
      home: typeof import('./en/home.json')
      iban: typeof import('./en/iban.json')
      intake: typeof import('./en/intake.json')
      jobs: typeof import('./en/jobs.json')
      keys: typeof import('./en/keys.json')
      law: typeof import('./en/law.json')
      limits: typeof import('./en/limits.json')
      names: typeof import('./en/names.json')
      originalExport: typeof import('./en/originalExport.json')
      outcome: typeof import('./en/outcome.json')
      paymentAdmin: typeof import('./en/paymentAdmin.json')
      payments: typeof import('./en/payments.json')
      reports: typeof import('./en/reports.json')
      result: typeof import('./en/result.json')
      retention: typeof import('./en/retention.json')
      reveal: typeof import('./en/reveal.json')
      review: typeof import('./en/review.json')
      rules: typeof import('./en/rules.json')
      shell: typeof import('./en/shell.json')
      signin: typeof import('./en/signin.json')
      ui: typeof import('./en/ui.json')
      usage: typeof import('./en/usage.json')
      users: typeof import('./en/users.json')
      webhooks: typeof import('./en/webhooks.json')
    }
  }
}
