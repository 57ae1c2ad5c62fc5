'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card, Fact, FactList } from '@/components/ui/layout'
import { ADVICE_TOPICS } from '@/lib/payments/profiles/choices'
import type { BankProfileView } from '@/lib/payments/profiles/schema'

type ProfileCardProps = { profile: BankProfileView; onEdit: () => void; onRemove: () => void }

/** The profile of one bank, which also shows what is unknown. */
export function ProfileCard({
  profile: { bic, name, country, settings },
  onEdit,
  onRemove,
}: ProfileCardProps) {
  const t = useTranslations('paymentAdmin.profiles')
  const id = useId()
  const { channelWithVop, channelWithoutVop, byDefault, releaseDays, batches, nameCap, reportKind } = settings
  const unknown = <span className="text-fg-muted">{t('unknown')}</span>
  const advice = ADVICE_TOPICS.flatMap((topic) => {
    const text = settings.advice[topic]
    return text ? [{ topic, text }] : []
  })
  return (
    <Card as="article" aria-labelledby={id} className="grid gap-3 p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={id} className="text-md" translate="no">
          {name}
        </h2>
        <span className="mr-auto font-mono text-sm text-fg-muted" translate="no">
          {bic} · {country}
        </span>
        <Button size="sm" icon="pencil" onClick={onEdit} aria-label={t('editOf', { name })}>
          {t('edit')}
        </Button>
        <Button size="sm" onClick={onRemove} aria-label={t('removeOf', { name })}>
          {t('remove.confirm')}
        </Button>
      </header>
      <FactList className="fit-3xs gap-3">
        <Fact term={t('channelWithVop.short')}>{channelWithVop ?? unknown}</Fact>
        <Fact term={t('channelWithoutVop.short')}>{channelWithoutVop ?? unknown}</Fact>
        <Fact term={t('byDefault.label')}>{t(`byDefault.${byDefault}`)}</Fact>
        <Fact term={t('releaseDays.short')}>
          {releaseDays === null ? unknown : t('releaseDays.days', { n: releaseDays })}
        </Fact>
        <Fact term={t('batches.label')}>{t(`batches.${batches}`)}</Fact>
        <Fact term={t('nameCap.short')}>{t('nameCap.characters', { n: nameCap })}</Fact>
        <Fact term={t('reportKind.label')}>{t(`reportKind.${reportKind}`)}</Fact>
      </FactList>
      {advice.length > 0 && (
        <ul className="grid gap-1.5 text-sm" aria-label={t('advice.title')}>
          {advice.map(({ topic, text }) => (
            <li key={topic}>
              <b className="font-medium">{t(`advice.${topic}`)}</b>: {text}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
