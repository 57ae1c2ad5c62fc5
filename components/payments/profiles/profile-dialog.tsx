'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Field } from '@/components/ui/fields/field'
import { Input, Select } from '@/components/ui/fields/input'
import { typedNumber } from '@/components/ui/fields/typed-number'
import { toast } from '@/components/ui/messages/toast'
import { FormDialog } from '@/components/ui/overlays/form-dialog'
import { adminApi } from '@/lib/http/admin-paths'
import { PRESET_COUNTRIES, presetOf, UNKNOWN_SETTINGS } from '@/lib/payments/profiles/presets'
import type { BankProfileView, ProfileSettings } from '@/lib/payments/profiles/schema'
import { profilesQuery } from './queries'
import { type SettingsDraft, SettingsFields } from './settings-fields'

type ProfileDialogProps = { profile: BankProfileView | null; open: boolean; onClose: () => void }

const draftOf = ({ releaseDays, nameCap, ...settings }: ProfileSettings): SettingsDraft => ({
  ...settings,
  releaseDays: releaseDays === null ? '' : `${releaseDays}`,
  nameCap: `${nameCap}`,
})
const settingsOf = ({ releaseDays, nameCap, ...draft }: SettingsDraft) => ({
  ...draft,
  releaseDays: typedNumber(releaseDays),
  nameCap: typedNumber(nameCap),
})

/** Adds a bank profile, which can start from the preset of a country, or changes one. */
export function ProfileDialog({ profile, open, onClose }: ProfileDialogProps) {
  const t = useTranslations('paymentAdmin.profiles')
  const advice = useTranslations('law.advice')
  const common = useCommonRefusal()
  const [bic, setBic] = useState(profile?.bic ?? '')
  const [name, setName] = useState(profile?.name ?? '')
  const [draft, setDraft] = useState(() => draftOf(profile?.settings ?? UNKNOWN_SETTINGS))
  const save = useSave(profile)
  const { error } = save
  const refused = error instanceof Problem ? error.errors.map(({ path }) => path) : []
  const twin = problemCode(error) === 'profile_exists'
  const body = { bic, name, settings: settingsOf(draft) }
  const said = common(error) ?? (refused.length === 0 && !twin && t('notSaved'))
  const submit = () => {
    if (!save.isPending) save.mutate(body, { onSuccess: onClose })
  }
  const start = (country: string) => {
    const preset = PRESET_COUNTRIES.find((one) => one === country)
    setDraft(draftOf(preset ? presetOf(preset, advice) : UNKNOWN_SETTINGS))
    if (save.isError) save.reset()
  }
  return (
    <FormDialog
      wide
      open={open}
      onClose={onClose}
      title={profile ? t('editOf', { name: profile.name }) : t('add')}
      description={t('dialog')}
      submit={t('save')}
      busy={save.isPending}
      onSubmit={submit}
      refused={error && said}
    >
      <div className="grid fit-3xs gap-4">
        <Field label={t('name.label')} refused={refused.includes('name') && t('name.wrong')}>
          <Input
            value={name}
            maxLength={140}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field
          label={t('bic.label')}
          hint={t('bic.hint')}
          refused={twin ? t('bic.twin') : refused.includes('bic') && t('bic.wrong')}
        >
          <Input
            mono
            value={bic}
            maxLength={11}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setBic(target.value)}
          />
        </Field>
        {!profile && (
          <Field label={t('preset.label')} hint={t('preset.hint')}>
            <Select
              onChange={({ target }) => start(target.value)}
              options={[
                { value: '', label: t('preset.none') },
                ...PRESET_COUNTRIES.map((country) => ({ value: country, label: t(`preset.${country}`) })),
              ]}
            />
          </Field>
        )}
      </div>
      <SettingsFields
        draft={draft}
        isWrong={(field) => refused.includes(`settings.${field}`)}
        onChange={setDraft}
      />
    </FormDialog>
  )
}

type Body = { bic: string; name: string; settings: ReturnType<typeof settingsOf> }

function useSave(profile: BankProfileView | null) {
  const t = useTranslations('paymentAdmin.profiles')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) =>
      profile
        ? request(adminApi.bankProfile(profile.id), {
            method: 'PUT',
            body: { ...body, before: profile.updatedAt },
          })
        : request(adminApi.bankProfiles, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: profilesQuery.queryKey })
      toast(t('saved'))
    },
    // the list then shows what somebody else has saved
    onError: (error) => {
      if (problemCode(error) === 'setting_changed')
        client.invalidateQueries({ queryKey: profilesQuery.queryKey })
    },
  })
}
