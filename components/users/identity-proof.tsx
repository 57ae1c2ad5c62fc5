'use client'
import { useMutation } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { signOut } from '@/components/users/sign-out'
import type { StepUpMethod } from '@/lib/auth/step-up.server'
import { api } from '@/lib/http/paths'
import { SingleFieldForm } from './account/single-field-form'

type MethodOnPage = Exclude<StepUpMethod, 'sign_in'>
type ProveProps = { ways: StepUpMethod[]; onDone: () => void }

/** The ways to prove one's identity. */
export function IdentityProof(props: ProveProps) {
  const here = props.ways.filter((way) => way !== 'sign_in')
  return here.length < props.ways.length ? <SignInAgain /> : <ProveHere {...props} ways={here} />
}

/** Asks for the password or the code again. */
function ProveHere({ ways, onDone }: { ways: MethodOnPage[]; onDone: () => void }) {
  const t = useTranslations('account.stepUp')
  const [way, setWay] = useState<MethodOnPage>(ways[0] ?? 'password')
  const other = ways.find((one) => one !== way)
  const act = useMutation({
    mutationFn: (value: string) =>
      request(api.accountConfirm, { body: way === 'code' ? { code: value } : { password: value } }),
  })
  const change = (next: MethodOnPage) => {
    act.reset()
    setWay(next)
  }
  return (
    <>
      <SingleFieldForm
        key={way}
        kind={way}
        act={{ ...act, mutate: (value) => act.mutate(value, { onSuccess: onDone }) }}
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

/** People who use single sign-on have no password here. */
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
