'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icons/icon'

export type NameAloneProps = {
  submitted: string
  /** Why the bank returned no name. */
  why: 'close_match' | 'no_match' | 'account_not_verifiable'
  size?: 'md' | 'lg'
  voice?: 'you' | 'submitted'
}

/** The submitted name when the bank returned none to compare, with the reason. */
export function NameAlone({ submitted, why, size = 'md', voice = 'you' }: NameAloneProps) {
  const t = useTranslations('names')
  return (
    <div className={size === 'lg' ? 'names-lg' : undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div role="group" aria-label={t('comparison')} className={cx('cmp-box', size === 'lg' && 'cmp-lg')}>
        <div className="cmp" data-step={0}>
          <div className="cmp-row">
            <span className="cmp-label">{t(`label.${voice}`)}</span>
            <span className="cmp-words">
              <span className="cmp-word" data-state="changed" translate="no">
                {submitted}
              </span>
            </span>
          </div>
          <span className="cmp-rule" />
          <div className="cmp-row">
            <span className="cmp-label">{t('label.bank')}</span>
            <span className="cmp-withheld">
              <Icon name="eye-off" />
              {t(`withheld.${why}`)}
            </span>
          </div>
        </div>
      </div>
    </div>
  )
}
