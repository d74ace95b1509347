import type { PlainEvent } from '../../../../shared/events'
import { isSameGroupValue } from '../../../../shared/rules/group-values'
import { realmChanged, realmPropertiesChanged } from '../../../../shared/realm-events'
import { realmPermissions } from '../../rules/permissions/realm'
import type { RealmPermissionName } from '../../rules/permissions/realm'
import { olderSettingsOf } from '../../rules/realms/older-settings'
import type { RealmChoices } from '../../rules/realms/older-settings'
import { secondNames } from '../../rules/realms/properties'
import { realmSettings } from '../../rules/realms/settings'
import type { RealmSettings } from '../../rules/realms/settings'

/** One `update_dict` event carries these settings together. Source: docs/protocol/events.md#realm-update-dict. */
const editingSettings = [
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'allow_community_topic_editing',
] as const

/** The events of a changed setting: one, and a second for its second name if it has one. */
export function settingChanged(name: string, value: unknown): PlainEvent[] {
  const second = secondNames[name]
  return [realmChanged(name, value), ...(second === undefined ? [] : [realmChanged(second, value)])]
}

/**
 * Events of changed settings: one for each, except that editing settings and permissions are grouped.
 * Sources: docs/protocol/events.md#realm-update, docs/protocol/permissions.md#realm-permission-event.
 */
export function realmSettingEvents(before: RealmChoices, after: RealmChoices): PlainEvent[] {
  const [known, now] = [before, after].map(valuesOf) as [Values, Values]
  const changed = Object.keys(now).filter((name) => known[name] !== now[name])
  const isOfEditing = (name: string) => editingSettings.some((editing) => editing === name)
  const events = changed
    .filter((name) => !isOfEditing(name))
    .flatMap((name) => settingChanged(name, now[name]))
  if (changed.some(isOfEditing)) {
    events.push(
      realmPropertiesChanged(Object.fromEntries(editingSettings.map((name) => [name, now[name]]))),
    )
  }
  const permissions = changedPermissions(before, after)
  if (Object.keys(permissions).length > 0) events.push(realmPropertiesChanged(permissions))
  return events
}

type Values = Readonly<Record<string, unknown>>

/** Values of all settings, those that only older clients read included. */
function valuesOf(choices: RealmChoices): Values {
  const names = Object.keys(realmSettings) as (keyof RealmSettings)[]
  const settings = Object.fromEntries(names.map((name) => [name, choices.settings[name]]))
  return { ...settings, ...olderSettingsOf(choices) }
}

function changedPermissions(before: RealmChoices, after: RealmChoices): Values {
  const names = Object.keys(realmPermissions) as RealmPermissionName[]
  const changed = names.filter(
    (name) => !isSameGroupValue(before.permissions[name], after.permissions[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, after.permissions[name]]))
}
