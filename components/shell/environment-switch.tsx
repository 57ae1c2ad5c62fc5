'use client'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { samePage } from '@/components/page/environment'
import { Segmented } from '@/components/ui/fields/segmented'
import { Icon } from '@/components/ui/icons/icon'
import { useGo } from '@/components/ui/overlays/use-go'
import type { EnvironmentName } from '@/lib/http/paths'

/** Switches between Live and Sandbox, and keeps the kind of page. */
export function EnvironmentSwitch({ environment }: { environment: EnvironmentName }) {
  const t = useTranslations('shell.environment')
  const go = useGo()
  const pathname = usePathname()
  const word = (name: EnvironmentName) => <span className="slim:sr-only">{t(name)}</span>
  const live = (
    <>
      <span className="size-2 rounded-full bg-match-solid forced-color-adjust-none" />
      {word('live')}
    </>
  )
  const sandbox = (
    <>
      <Icon name="flask-conical" />
      {word('sandbox')}
    </>
  )
  return (
    <div className="mb-2 slim:[&>*]:grid-flow-row">
      <Segmented<EnvironmentName>
        label={t('label')}
        value={environment}
        onChange={(next) => go(samePage(pathname, next))}
        options={[
          { value: 'live', label: live },
          { value: 'sandbox', label: sandbox },
        ]}
      />
    </div>
  )
}
