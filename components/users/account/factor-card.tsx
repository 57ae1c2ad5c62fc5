'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Dialog } from '@/components/ui/overlays/dialog'
import type { AccountView } from '@/lib/users/account-view'
import { FactorSteps, type Purpose } from './factor-steps'
import { RecoveryCodes } from './recovery-codes'

/** The authenticator app: set up, new recovery codes, move to a new app, turn off. */
export function FactorCard({ factor }: { factor: AccountView['factor'] }) {
  const t = useTranslations('account.factor')
  const problem = useTranslations('account.problem')
  const [purpose, setPurpose] = useState<Purpose | null>(null)
  /** Shown only once, so they open the dialog of their purpose again. */
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => {
    setPurpose(null)
    setCodes(null)
  }
  // a full load, because a page that was closed until now may be accessible
  const finish = () => (purpose === 'enrol' ? window.location.reload() : close())
  return (
    <section aria-labelledby="factor" className="grid gap-3">
      <h2 id="factor" className="text-md">
        {t('title')}
      </h2>
      {factor.since ? (
        <>
          <p>
            {t.rich('on', { date: () => <Time value={factor.since ?? ''} form="date" /> })}{' '}
            {t('codesLeft', { count: factor.codesLeft })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setPurpose('codes')}>{t('newCodes')}</Button>
            <Button onClick={() => setPurpose('replace')}>{t('purpose.replace')}</Button>
            {!factor.required && <Button onClick={() => setPurpose('off')}>{t('turnOff')}</Button>}
          </div>
          {factor.required && <p className="text-sm text-fg-muted">{problem('second_factor_needed')}</p>}
        </>
      ) : (
        <>
          <p className="text-fg-muted">{t('text')}</p>
          <p>
            <Button variant="primary" onClick={() => setPurpose('enrol')}>
              {t('enrol')}
            </Button>
          </p>
        </>
      )}
      <Dialog open={purpose !== null} onClose={close} title={purpose && t(`purpose.${purpose}`)} sticky>
        {codes && <RecoveryCodes codes={codes} onDone={finish} />}
        {purpose && !codes && (
          <FactorSteps
            purpose={purpose}
            onCodes={(made) => {
              setPurpose(purpose)
              setCodes(made)
            }}
            onDone={() => setPurpose((now) => (now === purpose ? null : now))}
          />
        )}
      </Dialog>
    </section>
  )
}
