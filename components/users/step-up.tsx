'use client'
import { useMutation } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { answerSteppedUp, onStepUp, type Way } from '@/components/live/step-up'
import { signOut } from '@/components/shell/sign-out'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { api } from '@/lib/http/paths'
import { OneField } from './account/one-field'

/** "Confirm it is you": opens when a sensitive act was refused for want of a proof; the act is then done by itself. */
export function StepUp() {
  const t = useTranslations('account.stepUp')
  const [ways, setWays] = useState<Way[] | null>(null)
  useEffect(() => onStepUp(setWays), [])
  const end = (confirmed: boolean) => {
    setWays(null)
    answerSteppedUp(confirmed)
  }
  return (
    <Dialog open={ways !== null} onClose={() => end(false)} title={t('title')} description={t('text')} sticky>
      {ways?.includes('sign_in') && <SignInAgain />}
      {ways && !ways.includes('sign_in') && <Prove ways={ways} onDone={() => end(true)} />}
    </Dialog>
  )
}

function Prove({ ways, onDone }: { ways: Way[]; onDone: () => void }) {
  const t = useTranslations('account.stepUp')
  const [way, setWay] = useState<Way>(ways[0] ?? 'password')
  const other = ways.find((one) => one !== way)
  const act = useMutation({
    mutationFn: (value: string) =>
      request(api.accountConfirm, { body: way === 'code' ? { code: value } : { password: value } }),
    onSuccess: onDone,
  })
  const change = (next: Way) => {
    act.reset()
    setWay(next)
  }
  return (
    <>
      <OneField
        key={way}
        kind={way === 'code' ? 'code' : 'password'}
        act={act}
        label={t(way)}
        submit={t('submit')}
      />
      {other && (
        <Button variant="ghost" className="mt-2" onClick={() => change(other)}>
          {t(`use_${other}`)}
        </Button>
      )}
    </>
  )
}

/** Whoever comes through single sign-on has no password here. */
function SignInAgain() {
  const t = useTranslations('account.stepUp')
  const pathname = usePathname()
  return (
    <>
      <p className="mb-4">{t('signInText')}</p>
      <Button variant="primary" onClick={() => signOut(pathname)}>
        {t('signIn')}
      </Button>
    </>
  )
}
