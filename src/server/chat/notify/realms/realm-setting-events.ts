import type { PlainEvent } from '../../../../shared/events'
import { isSameGroupValue } from '../../../../shared/rules/group-values'
import { changesIn } from '../../../wire/property-changes'
import type { ChangeOf } from '../../../../shared/property-changes'
import { realmChanged, realmPropertiesChanged } from '../../../wire/realm-events'
import type { RealmChange } from '../../../../shared/realm-events'
import { realmPermissions } from '../../rules/permissions/realm'
import type { RealmPermissionName, RealmPermissionValues } from '../../rules/permissions/realm'
import { olderSettingsOf } from '../../rules/realms/older-settings'
import type { OlderValues, RealmChoices } from '../../rules/realms/older-settings'
import { realmSettings, secondNames } from '../../rules/realms/settings'
import type { RealmSettings } from '../../rules/realms/settings'

/** One `update_dict` event carries these settings together. Source: docs/protocol/events.md#realm-update-dict. */
const editingSettings = [
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'allow_community_topic_editing',
] as const satisfies readonly (keyof Values)[]

/** The events of a changed setting: one, and a second for its second name if it has one. */
export function settingChanged(change: RealmChange): PlainEvent[] {
  const second = secondNames[change.property]
  if (second === undefined) return [realmChanged(change)]
  // Both names have the same values.
  return [realmChanged(change), realmChanged({ ...change, property: second } as RealmChange)]
}

/**
 * Events of changed settings: one for each, except that editing settings and permissions are grouped.
 * Sources: docs/protocol/events.md#realm-update, docs/protocol/permissions.md#realm-permission-event.
 */
export function realmSettingEvents(before: RealmChoices, after: RealmChoices): PlainEvent[] {
  const [known, now] = [valuesOf(before), valuesOf(after)]
  const changed = changesIn<Values>(now).filter(({ property, value }) => known[property] !== value)
  const isOfEditing = ({ property }: ChangeOf<Values>) =>
    editingSettings.some((name) => name === property)
  const events = changed.filter((change) => !isOfEditing(change)).flatMap(settingChanged)
  if (changed.some(isOfEditing)) {
    const {
      allow_message_editing,
      message_content_edit_limit_seconds,
      allow_community_topic_editing,
    } = now
    events.push(
      realmPropertiesChanged({
        allow_message_editing,
        message_content_edit_limit_seconds,
        allow_community_topic_editing,
      }),
    )
  }
  const permissions = changedPermissions(before, after)
  if (Object.keys(permissions).length > 0) events.push(realmPropertiesChanged(permissions))
  return events
}

/** Settings that older clients know included. */
type Values = RealmSettings & OlderValues

function valuesOf(choices: RealmChoices): Values {
  const names = Object.keys(realmSettings) as (keyof RealmSettings)[]
  const settings = Object.fromEntries(names.map((name) => [name, choices.settings[name]]))
  return { ...(settings as RealmSettings), ...olderSettingsOf(choices) }
}

function changedPermissions(
  before: RealmChoices,
  after: RealmChoices,
): Partial<RealmPermissionValues> {
  const names = Object.keys(realmPermissions) as RealmPermissionName[]
  const changed = names.filter(
    (name) => !isSameGroupValue(before.permissions[name], after.permissions[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, after.permissions[name]]))
}
