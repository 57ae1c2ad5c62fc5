import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { ExportAge } from '@/components/evidence/export-age'
import { NotifyWhenDone } from '@/components/intake/send/notify-when-done'
import { WordsProvider } from '@/components/providers/words-provider'
import { AppShell } from '@/components/shell/app-shell'
import { navigationFor } from '@/components/shell/navigation-items'
import { isForbiddenPage, requirePage } from '@/lib/auth/guard.server'
import { hasLiveWorker } from '@/lib/http/readiness.server'
import { isDemo } from '@/lib/platform/env.server'
import { getTranslations, requestLocale } from '@/lib/platform/language/i18n.server'
import { deskMessages } from '@/lib/platform/language/messages.server'
import { maskedBefore } from '@/lib/retention/cutoff.server'
import { readBalance } from '@/lib/usage/balance.server'

/** A page that is refused doesn't name itself: this template has no place for its title. */
export async function generateMetadata(): Promise<Metadata> {
  if (!(await isForbiddenPage())) return {}
  const title = `${(await getTranslations('shell'))('forbidden.title')} · Accord`
  return { title: { template: title, default: title } }
}

/** Layout of every page behind the sign-in: the frame and all messages. Each page names itself (lib/auth/roles.ts). */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const { id, name, email, roles, decidesFrom } = await requirePage()
  const locale = await requestLocale()
  const [balance, heard, masked] = await Promise.all([readBalance(), hasLiveWorker(), maskedBefore()])
  const slim = (await cookies()).get('sidebar')?.value === 'slim'
  return (
    <WordsProvider locale={locale} timeZone={process.env.TIME_ZONE || 'UTC'} messages={deskMessages(locale)}>
      <AppShell
        actor={{ id, name, email, roles }}
        credits={balance ?? undefined}
        places={navigationFor(roles)}
        demo={isDemo()}
        workerHeard={heard}
        decidesFrom={decidesFrom?.toISOString()}
        slim={slim}
      >
        <ExportAge maskedBefore={masked?.toISOString() ?? null}>{children}</ExportAge>
        <NotifyWhenDone />
      </AppShell>
    </WordsProvider>
  )
}
