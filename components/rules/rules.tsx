'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '@/components/page/page'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { patiently } from '@/components/ui/later'
import type { Rule } from '@/lib/reviews/rules/rules'
import { Preview } from './preview'
import { ReviewSettings } from './review-settings'
import { RuleRow } from './rule-row'
import { useRules } from './use-rules'

const RuleForm = dynamic(() => patiently(() => import('./rule-form').then((part) => part.RuleForm)), {
  ssr: false,
})

/** The ordered rules, how many people decide, how long a decision is remembered, and what that comes to. */
export function Rules() {
  const t = useTranslations('rules')
  const rules = useRules()
  const [editing, setEditing] = useState<Rule | 'new' | null>(null)
  const { data, isError, refetch } = rules.query
  const add = (
    <Button size="sm" icon="plus" compact onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} meta={t('lead')} actions={add}>
      <div className="rules">
        {isError && !data && (
          <Banner kind="error" action={<Button onClick={() => refetch()}>{t('tryAgain')}</Button>}>
            {t('loadFailed')}
          </Banner>
        )}
        {data && <Preview preview={data.preview} />}
        <ol aria-label={t('list')} className="rules-list">
          {rules.items.map((rule, index) => (
            <RuleRow key={rule.id} rule={rule} index={index} rules={rules} onEdit={() => setEditing(rule)} />
          ))}
          <li className="rule rule-rest">{t('rest')}</li>
        </ol>
        {data && <ReviewSettings {...data} onChange={rules.set} />}
      </div>
      {editing && data && (
        <RuleForm rule={editing === 'new' ? null : editing} rules={rules} onClose={() => setEditing(null)} />
      )}
    </Page>
  )
}
