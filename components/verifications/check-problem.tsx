'use client'
import { useTranslations } from 'use-intl'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { judge } from './form/judge'
import type { ProblemBannerProps } from './form/problem-banner'

/** Why nothing was checked. Where not even the words for it could be had, only that it was not. */
export function CheckProblem(props: ProblemBannerProps) {
  const t = useTranslations('check.problem')
  const known = judge.use(true)
  if (known) return <known.ProblemBanner {...props} />
  const action = (
    <Button size="sm" onClick={props.onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <Banner kind="error" title={t('other.title')} action={action}>
      {t('other.text')}
    </Banner>
  )
}
