'use client'
import { usePathname } from 'next/navigation'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { samePage } from '@/components/page/environment'
import { Button, TextButton } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Form } from '@/components/ui/fields/form'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { LeaveGuard } from '@/components/ui/overlays/leave-guard'
import type { DraftHandle } from '@/components/verifications/desk/use-draft'
import type { EnvironmentName } from '@/lib/http/paths'
import type { SandboxResult } from '@/lib/upstream/contract'
import { IbanField } from './iban-field'
import { wrongField } from './judgement'
import { MoreFields } from './more-fields'
import { NameField, NameWarnings } from './name-field'
import type { Pasted } from './smart-paste'
import type { KnownBank } from './use-bank'
import { useMoreOpen } from './use-more-open'
import type { UnusedPaste } from './use-paste'

export type CheckFormProps = {
  environment: EnvironmentName
  draft: DraftHandle
  /** Of the record that fills the form. */
  known?: KnownBank
  busy: boolean
  onSend: () => void
  autoFocus?: boolean
  /** `inline`: two fields and the button in one line, for Home. */
  layout?: 'full' | 'inline'
  /** Content that appears and disappears below the button, which never moves: earlier checks, problems. */
  children?: ReactNode
}

/** The form of a single check. */
export function CheckForm(props: CheckFormProps) {
  const { environment, draft, known, busy, layout = 'full', children } = props
  const t = useTranslations('check')
  const inline = layout === 'inline'
  /** Invalid input stops here and focuses the first bad field; nothing is sent. */
  const submit = () => {
    if (busy) return
    draft.touch('iban', 'name')
    const wrong = wrongField(draft.values)
    if (wrong === null) props.onSend()
    else if (wrong !== 'more') draft.refs[wrong].current?.focus()
  }
  const warnings = useId()
  return (
    <Form
      aria-label={t(inline ? 'quick' : 'title')}
      className={cx(
        'grid',
        inline
          ? 'grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 max-md:grid-cols-1 max-md:gap-4'
          : 'grid-cols-1 gap-5',
      )}
      onSubmit={submit}
    >
      <SwitchGuard {...{ environment, draft, known }} />
      <Pair {...{ draft, known, warnings }} compact={inline} autoFocus={props.autoFocus} onSend={submit} />
      {environment === 'sandbox' && <SimulatedResult draft={draft} inline={inline} />}
      <Button
        ref={draft.refs.button}
        type="submit"
        variant="primary"
        size="lg"
        keys="Enter"
        busy={busy}
        className={cx('w-full', inline ? 'mt-6 h-11 max-md:mt-0' : 'mt-1')}
      >
        {busy ? t('running') : t(environment === 'sandbox' ? 'simulate' : 'submit')}
      </Button>
      {!inline && <Foot environment={environment} draft={draft} onSubmit={submit} />}
      {/* reserve the space of the usual text */}
      <div
        className={cx(
          'grid content-start gap-3 text-sm leading-5',
          inline ? 'col-span-full' : 'min-h-[7.5rem]',
        )}
      >
        <NameWarnings id={warnings} value={draft.values.name} touched={draft.touched.name ?? false} />
        {children}
      </div>
    </Form>
  )
}

/** The other environment's form begins empty. */
function SwitchGuard({ environment, draft, known }: Pick<CheckFormProps, 'environment' | 'draft' | 'known'>) {
  const { iban, name } = draft.values
  const away = samePage(usePathname(), environment === 'live' ? 'sandbox' : 'live')
  return <LeaveGuard changed={known === undefined && iban + name !== ''} only={away} />
}

type PairProps = Pick<CheckFormProps, 'draft' | 'known'> & {
  warnings: string
  compact: boolean
  autoFocus?: boolean
  onSend: () => void
}

function Pair({ draft, known, warnings, compact, autoFocus, onSend }: PairProps) {
  const { values, refs, touched } = draft
  const { iban } = refs
  const [notTaken, setNotTaken] = useState<UnusedPaste | null>(null)
  const write = (text: { iban: string } | { name: string }) => {
    setNotTaken(null)
    draft.set(text)
  }
  // not on touch screens, where it would open the keyboard over the page, and not while another element has the focus
  useEffect(() => {
    if (autoFocus && matchMedia('(pointer: fine)').matches && !document.activeElement?.matches('input'))
      iban.current?.focus()
  }, [autoFocus, iban])
  const enterInIban = (event: KeyboardEvent) => {
    event.preventDefault()
    if (values.name.trim() === '') refs.name.current?.focus()
    else onSend()
  }
  const pastedRow = ({ name }: Pasted) => {
    if (name === null) return
    draft.set({ name })
    draft.touch('name')
  }
  const pastedRowIntoName = (pasted: Pasted) => {
    draft.fill({ ...values, iban: pasted.iban, name: pasted.name ?? '' })
    draft.set({})
  }
  return (
    <>
      <IbanField
        key={draft.version}
        initial={values.iban}
        known={known}
        value={values.iban}
        inputRef={refs.iban}
        touched={touched.iban ?? false}
        compact={compact}
        onChange={(iban) => iban !== values.iban && write({ iban })}
        onPasted={pastedRow}
        onPastedElse={setNotTaken}
        onBlur={() => values.iban !== '' && draft.touch('iban')}
        onEnter={enterInIban}
      />
      <NameField
        value={values.name}
        inputRef={refs.name}
        touched={touched.name ?? false}
        compact={compact}
        describedBy={warnings}
        onChange={(name) => write({ name })}
        onPasted={pastedRowIntoName}
        notTaken={notTaken}
        onPastedElse={setNotTaken}
        onBlur={() => values.name !== '' && draft.touch('name')}
      />
    </>
  )
}

/** The four outcomes that the provider's sandbox can force, in the order of the results. */
const FORCED: SandboxResult[] = ['match', 'close_match', 'no_match', 'failed']

function SimulatedResult({ draft, inline }: { draft: DraftHandle; inline: boolean }) {
  const t = useTranslations('check.sandbox')
  const outcome = useTranslations('outcome.label')
  return (
    <div className={inline ? 'col-span-full md:order-1' : undefined}>
      <RadioGroup
        label={t('label')}
        inline
        value={draft.values.sandboxResult}
        onChange={(sandboxResult) => draft.set({ sandboxResult })}
        options={FORCED.map((value) => ({ value, label: outcome(value) }))}
      />
    </div>
  )
}

type FootProps = { environment: EnvironmentName; draft: DraftHandle; onSubmit: () => void }

function Foot({ environment, draft, onSubmit }: FootProps) {
  const t = useTranslations('check')
  const id = useId()
  const [open, toggle] = useMoreOpen()
  return (
    <>
      <div className="-mt-2 flex flex-wrap justify-between gap-x-3 gap-y-1 text-sm leading-6 text-fg-muted">
        <span>{t(environment === 'sandbox' ? 'free' : 'uses')}</span>
        <TextButton aria-expanded={open} aria-controls={open ? id : undefined} onClick={toggle}>
          {t(open ? 'more.hide' : 'more.add')}
        </TextButton>
      </div>
      {open && <MoreFields id={id} values={draft.values} onChange={draft.set} onSubmit={onSubmit} />}
    </>
  )
}
