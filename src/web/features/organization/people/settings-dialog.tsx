import { isOfOwner } from '../../../../shared/rules/own-settings'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import type { User } from '../../../data/records/state'
import * as t from '../../../texts/catalog'
import { Dialog } from '../../../ui/dialog/dialog'
import { CheckField, SelectField } from '../../../ui/form/fields'
import type { Choice } from '../../../ui/form/fields'
import { Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { languages, nameOfLanguage } from '../../../parts/setting/languages'
import { settingGroups } from '../defaults/setting-groups'
import styles from './people.module.css'

/** Settings of each group, by the names of the protocol, without those that only their owner changes. */
const groups: Readonly<Record<keyof typeof settingGroups | 'language', readonly string[]>> = {
  language: ['default_language', 'timezone'],
  ...settingGroups,
  privacy: settingGroups.privacy.filter((name) => !isOfOwner(name)),
}
const groupNames = Object.keys(groups) as (keyof typeof groups)[]

/** Value of a setting that stays as it is. */
const unchanged = null

/** Max number of people in one call. */
const mostPeople = 500

/**
 * Changes settings of one or more users. The server does not tell their present ones, so each setting stays as it is
 * unless a value is chosen. Source: docs/protocol/accounts.md#settings-of-others.
 */
export function SettingsDialog({
  people,
  onClose,
}: {
  people: readonly User[]
  onClose: () => void
}) {
  const { toasts } = useApp()
  const initial: Record<string, unknown> = { skips: true }
  for (const name of Object.values(groups).flat()) initial[name] = unchanged
  const form = useForm(`people/settings/${people.map(({ user_id: id }) => id).join()}`, initial)
  const names = t.groupPicker.list(people.map(({ full_name: name }) => name))

  function close(): void {
    form.reset()
    onClose()
  }

  async function change({ skips, ...values }: Readonly<Record<string, unknown>>): Promise<void> {
    const chosen = Object.entries(values).filter(([, value]) => value !== unchanged)
    if (chosen.length === 0) throw new Error(t.peopleTable.noSetting)
    const ids = people.map(({ user_id: id }) => id)
    for (let from = 0; from < ids.length; from += mostPeople) {
      await call('PATCH /settings', {
        ...Object.fromEntries(chosen),
        target_users: {
          user_ids: ids.slice(from, from + mostPeople),
          skip_if_already_edited: skips === true,
        },
      })
    }
    toasts.say(t.peopleTable.settingsChanged(names))
    close()
  }

  return (
    <Dialog title={t.peopleTable.settingsOf(names)} onClose={close} keepsOnClickBeside>
      <p class={styles['note']}>{t.peopleTable.settingsNote}</p>
      <Form
        form={form}
        onSubmit={change}
        submit={t.peopleTable.changeSettings}
        more={
          <button type="button" class="button" onClick={close}>
            {t.dialog.cancel}
          </button>
        }
      >
        <CheckField
          name="skips"
          label={t.peopleTable.skipEdited}
          hint={t.peopleTable.skipEditedHint}
        />
        {groupNames.map((group) => (
          <details key={group} class={styles['settings']} open={group === 'language'}>
            <summary>{titleOf(group)}</summary>
            {groups[group].map((name) => (
              <SettingField key={name} name={name} />
            ))}
          </details>
        ))}
      </Form>
    </Dialog>
  )
}

function SettingField({ name }: { name: string }) {
  const { label, choices } = wordsOf(name)
  const all = [{ value: unchanged, label: t.peopleTable.leave }, ...choices]
  return <SelectField name={name} label={label} choices={all} />
}

function titleOf(group: keyof typeof groups): string {
  return group === 'language' ? t.appearance.times : t.defaults.groups[group]
}

function wordsOf(name: string): { label: string; choices: readonly Choice[] } {
  if (name === 'default_language') {
    const choices = languages.map((value) => ({ value, label: nameOfLanguage(value) }))
    return { label: t.appearance.language, choices }
  }
  if (name === 'timezone') {
    const zones = Intl.supportedValuesOf('timeZone')
    const choices = zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
    return { label: t.appearance.zone, choices }
  }
  const { label = name, choices = t.peopleTable.switches } = t.defaultSettings[name] ?? {}
  return { label, choices: choices.map(([value, text]) => ({ value, label: text })) }
}
