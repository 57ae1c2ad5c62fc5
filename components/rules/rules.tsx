'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LoadFailed } from '@/components/page/load-failed'
import { Page } from '@/components/page/page'
import { Button } from '@/components/ui/button'
import { Card, PageBody } from '@/components/ui/layout'
import { loadWithRetry } from '@/components/ui/lazy'
import type { Rule } from '@/lib/reviews/rules/rules'
import { RulePreviewBox } from './preview'
import { ReviewSettings } from './review-settings'
import { RuleRow } from './rule-row'
import { useRules } from './use-rules'

const RuleForm = dynamic(() => loadWithRetry(() => import('./rule-form').then((part) => part.RuleForm)), {
  ssr: false,
})

/** The ordered rules with settings and preview. */
export function Rules() {
  const t = useTranslations('rules')
  const rules = useRules()
  const [editing, setEditing] = useState<Rule | 'new' | null>(null)
  const { isError, refetch } = rules.query
  const data = rules.view
  const add = (
    <Button size="sm" icon="plus" compact onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} meta={t('lead')} actions={add}>
      <PageBody className="max-w-page gap-4 pb-8 max-md:pt-2 max-md:pb-6">
        {isError && !data && <LoadFailed retry={() => refetch()}>{t('loadFailed')}</LoadFailed>}
        {data && <RulePreviewBox preview={data.preview} />}
        <Card as="ol" aria-label={t('list')} className="overflow-clip">
          {rules.items.map((rule, index) => (
            <RuleRow key={rule.id} rule={rule} index={index} rules={rules} onEdit={() => setEditing(rule)} />
          ))}
          <li className="flex min-h-11 items-center bg-surface-2 py-2.5 pr-3 pl-10 text-sm leading-5 text-fg-muted">
            {t('rest')}
          </li>
        </Card>
        {data && <ReviewSettings {...data} onChange={rules.set} />}
      </PageBody>
      {editing && data && (
        <RuleForm rule={editing === 'new' ? null : editing} rules={rules} onClose={() => setEditing(null)} />
      )}
    </Page>
  )
}
