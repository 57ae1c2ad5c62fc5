'use client'
import { usePathname } from 'next/navigation'
import { useTheme } from 'next-themes'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { samePage } from '@/components/page/environment'
import type { Destination } from '@/components/page/navigation'
import { type Recent, recentRecords } from '@/components/page/recent'
import { useNavWords } from '@/components/page/use-nav-words'
import { Icon, type IconName } from '@/components/ui/icons/icon'
import { CommandDialog, CommandGroup, CommandItem } from '@/components/ui/overlays/command'
import { useGo } from '@/components/ui/overlays/use-go'
import { openShortcuts } from '@/components/ui/shortcuts/shortcuts-dialog'
import { handOverDraft } from '@/components/verifications/desk/draft-handover'
import type { Role } from '@/lib/auth/roles'
import { type EnvironmentName, pages } from '@/lib/http/paths'
import { checkIban } from '@/lib/iban/validate'
import type { MessageKey } from '@/lib/platform/language/keys'

export type CommandMenuProps = {
  open: boolean
  onClose: () => void
  items: Destination[]
  roles: Role[]
  environment: EnvironmentName
}
type Command = {
  name: MessageKey<'command.act'>
  icon: IconName
  run: () => void
  shown: boolean
}

/** "Search or jump to": checks an IBAN, opens a page or a record, or runs a command. */
export function CommandMenu({ open, onClose, items, roles, environment }: CommandMenuProps) {
  const t = useTranslations('command')
  const shell = useTranslations('shell')
  const nav = useNavWords()
  const go = useGo()
  const [search, setSearch] = useState('')
  const acts = useActs(roles, environment)
  const close = () => {
    onClose()
    setSearch('')
  }
  const choose = (run: () => void) => () => {
    close()
    run()
  }
  const verdict = checkIban(search)
  const check = (iban: string) => go(pages.check(environment), () => handOverDraft({ iban }))
  return (
    <CommandDialog
      open={open}
      onClose={close}
      title={t('title')}
      placeholder={shell('jump')}
      empty={t('empty')}
      search={search}
      onSearch={setSearch}
    >
      {verdict.ok && roles.includes('analyst') && (
        <CommandGroup heading={t('group.check')} forceMount>
          <CommandItem
            value={`check ${verdict.iban}`}
            icon={<Icon name="scan-search" />}
            onChoose={choose(() => check(verdict.iban))}
            always
          >
            {t('check', { iban: shortly(verdict.iban) })}
          </CommandItem>
        </CommandGroup>
      )}
      <CommandGroup heading={t('group.goTo')}>
        {items.map((item) => (
          <CommandItem
            key={item.name}
            value={nav(item)}
            icon={<Icon name={item.icon} />}
            onChoose={choose(() => go(item.href))}
          >
            {nav(item)}
          </CommandItem>
        ))}
      </CommandGroup>
      <CommandGroup heading={t('group.actions')}>
        {acts
          .filter(({ shown }) => shown)
          .map(({ name, icon, run }) => (
            <CommandItem
              key={name}
              value={t(`act.${name}`)}
              icon={<Icon name={icon} />}
              onChoose={choose(run)}
            >
              {t(`act.${name}`)}
            </CommandItem>
          ))}
      </CommandGroup>
      {open && <RecentGroup choose={(href) => choose(() => go(href))} />}
      <CommandGroup heading={t('group.help')}>
        <CommandItem
          value={t('act.shortcuts')}
          icon={<Icon name="keyboard" />}
          onChoose={choose(openShortcuts)}
        >
          {t('act.shortcuts')}
        </CommandItem>
        <CommandItem
          value={t('act.glossary')}
          icon={<Icon name="book-open" />}
          onChoose={choose(() => go(pages.glossary()))}
        >
          {t('act.glossary')}
        </CommandItem>
      </CommandGroup>
    </CommandDialog>
  )
}

/** "FR76 1199 … 6053": enough to recognise the pasted IBAN. */
const shortly = (iban: string) => `${iban.slice(0, 4)} ${iban.slice(4, 8)} … ${iban.slice(-4)}`

const RECENT_ICONS: Record<Recent['kind'], IconName> = {
  check: 'scan-search',
  upload: 'layers',
  payment: 'landmark',
}

function RecentGroup({ choose }: { choose: (href: string) => () => void }) {
  const t = useTranslations('command')
  const records = recentRecords()
  if (records.length === 0) return null
  return (
    <CommandGroup heading={t('group.recent')}>
      {records.map(({ kind, href, label }) => (
        <CommandItem
          key={href}
          value={href}
          words={[label]}
          icon={<Icon name={RECENT_ICONS[kind]} />}
          onChoose={choose(href)}
        >
          <span translate="no" className="truncate">
            {label}
          </span>
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

function useActs(roles: Role[], environment: EnvironmentName): Command[] {
  const go = useGo()
  const pathname = usePathname()
  const { resolvedTheme, setTheme } = useTheme()
  const analyst = roles.includes('analyst')
  const other = environment === 'live' ? 'sandbox' : 'live'
  const dark = resolvedTheme === 'dark'
  return [
    { name: 'newCheck', icon: 'plus', shown: analyst, run: () => go(pages.check(environment)) },
    {
      name: 'newUpload',
      icon: 'file-plus-corner',
      shown: analyst,
      run: () => go(pages.newUpload()),
    },
    {
      name: 'startReviewing',
      icon: 'inbox',
      shown: roles.includes('reviewer'),
      run: () => go(pages.review(environment)),
    },
    {
      name: other,
      icon: 'arrow-right-left',
      shown: true,
      run: () => go(samePage(pathname, other)),
    },
    {
      name: dark ? 'light' : 'dark',
      icon: dark ? 'sun' : 'moon',
      shown: true,
      run: () => setTheme(dark ? 'light' : 'dark'),
    },
  ]
}
