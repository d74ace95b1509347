import { Type } from '@sinclair/typebox'
import type { TUnsafe } from '@sinclair/typebox'
import type { GroupValueUpdate } from '../../../../shared/group-value-schemas'
import type { GroupValue } from '../../../../shared/rules/group-values'
import { membersNamedBy, groupsNamedBy } from '../../../../shared/rules/group-values'
import { systemGroups } from '../../../../shared/rules/system-groups'
import type { SystemGroupKey } from '../../../../shared/rules/system-groups'
import type { RealmPermissionName, RealmPermissionValues } from '../permissions/realm'
import { setting, timeLimit } from '../settings/declare'
import type { Setting, SettingValues } from '../settings/declare'
import type { RealmSettings } from './settings'

/*
 * Settings of an organization for older clients: numbers and switches that are computed from today's
 * settings, and translated to them when a client sets one. Source: docs/protocol/permissions.md#old-policies.
 */

/** Current settings and permissions of an organization. */
export interface RealmChoices {
  settings: RealmSettings
  permissions: RealmPermissionValues
}

/** Today's settings and permissions that a value of an older setting stands for. */
export interface OlderChoice {
  settings?: Partial<RealmSettings>
  permissions?: { readonly [Name in RealmPermissionName]?: GroupValueUpdate }
}

type OlderValue = number | boolean | null

interface OlderSetting<Value extends OlderValue> extends Setting<TUnsafe<Value>> {
  /** Translates today's choices to the older value. */
  read(choices: RealmChoices): Value
  /** Translates the older value to today's choices. */
  choose(value: Value): OlderChoice
}

/** Groups that the numbers of most policies stand for. */
const common = {
  1: 'members',
  2: 'administrators',
  3: 'fullMembers',
  4: 'moderators',
  5: 'everyone',
  6: 'nobody',
  7: 'owners',
} as const satisfies Record<number, SystemGroupKey>

type CommonPolicy = keyof typeof common

/** A policy in common numbers that stands for one or more permissions. */
function policy<Number extends CommonPolicy>(
  names: RealmPermissionName | readonly RealmPermissionName[],
  ...numbers: readonly Number[]
): OlderSetting<Number> {
  return choiceOf([names].flat(), new Map(numbers.map((number) => [number, common[number]])))
}

/** A switch that stands for one or more permissions. */
function switchOf(
  names: RealmPermissionName | readonly RealmPermissionName[],
  groups: { readonly on: SystemGroupKey; readonly off: SystemGroupKey },
): OlderSetting<boolean> {
  const choice = choiceOf<boolean>(
    [names].flat(),
    new Map([
      [true, groups.on],
      [false, groups.off],
    ]),
  )
  return { ...choice, schema: Type.Unsafe<boolean>(Type.Boolean()) }
}

/**
 * A setting whose values each stand for a system group. `read` answers the narrowest group that contains
 * everybody with the permission, so older clients never deny a user something that is allowed.
 */
function choiceOf<Value extends number | boolean>(
  names: readonly RealmPermissionName[],
  groups: ReadonlyMap<Value, SystemGroupKey>,
): OlderSetting<Value> {
  const byWidth = [...groups].sort(([, one], [, other]) => widthOf(one) - widthOf(other))
  const [widest] = byWidth.at(-1)!
  const schema = Type.Unsafe<Value>(
    Type.Union([...groups.keys()].map((value) => Type.Literal(value))),
  )
  return {
    ...setting(schema, widest),
    read({ permissions }) {
      const width = Math.max(...names.map((name) => widthOfValue(permissions[name])))
      return byWidth.find(([, key]) => widthOf(key) >= width)?.[0] ?? widest
    },
    choose(value) {
      const update = { new: systemGroups[groups.get(value)!].id }
      return { permissions: Object.fromEntries(names.map((name) => [name, update])) }
    },
  }
}

/** Rank of a system group: a group contains all groups of lower rank. */
function widthOf(key: SystemGroupKey): number {
  return key === 'nobody' ? 0 : systemGroups[key].id
}

/**
 * Lowest rank of a system group that contains a value. User groups and single members count as Infinity:
 * their members change without an event about settings, so they may include anybody.
 */
function widthOfValue(value: GroupValue): number {
  const keys = Object.keys(systemGroups) as SystemGroupKey[]
  const widths = groupsNamedBy(value).map((id) => {
    const key = keys.find((each) => systemGroups[each].id === id)
    return key ? widthOf(key) : Infinity
  })
  return membersNamedBy(value).length > 0 ? Infinity : Math.max(0, ...widths)
}

const createsStreams = [
  'can_create_public_channel_group',
  'can_create_private_channel_group',
] as const
const createsBots = ['can_create_bots_group', 'can_create_write_only_bots_group'] as const

export const olderSettings = {
  create_public_stream_policy: policy('can_create_public_channel_group', 1, 2, 3, 4, 7),
  create_private_stream_policy: policy('can_create_private_channel_group', 1, 2, 3, 4, 7),
  create_stream_policy: policy(createsStreams, 1, 2, 3, 4, 7),
  create_stream_by_admins_only: switchOf(createsStreams, { on: 'administrators', off: 'members' }),
  create_web_public_stream_policy: policy('can_create_web_public_channel_group', 2, 4, 6, 7),
  invite_to_stream_policy: policy('can_add_subscribers_group', 1, 2, 3, 4),
  invite_to_realm_policy: policy('can_invite_users_group', 1, 2, 3, 4, 6),
  invite_by_admins_only: switchOf('can_invite_users_group', {
    on: 'administrators',
    off: 'members',
  }),
  add_custom_emoji_policy: policy('can_add_custom_emoji_group', 1, 2, 3, 4),
  add_emoji_by_admins_only: switchOf('can_add_custom_emoji_group', {
    on: 'administrators',
    off: 'members',
  }),
  user_group_edit_policy: policy('can_create_groups', 1, 2, 3, 4),
  move_messages_between_streams_policy: policy(
    'can_move_messages_between_channels_group',
    1,
    2,
    3,
    4,
    6,
  ),
  edit_topic_policy: policy('can_move_messages_between_topics_group', 1, 2, 3, 4, 5, 6),
  allow_community_topic_editing: switchOf('can_move_messages_between_topics_group', {
    on: 'everyone',
    off: 'administrators',
  }),
  delete_own_message_policy: policy('can_delete_own_message_group', 1, 2, 3, 4, 5),
  allow_message_deleting: switchOf('can_delete_own_message_group', {
    on: 'everyone',
    off: 'administrators',
  }),
  /** 1 everybody, 2 nobody. */
  private_message_policy: choiceOf<1 | 2>(
    ['direct_message_permission_group'],
    new Map([
      [1, 'everyone'],
      [2, 'nobody'],
    ]),
  ),
  /** Numbered differently from `common`. Source: docs/protocol/messages.md#wildcard-policy. */
  wildcard_mention_policy: choiceOf<1 | 2 | 3 | 5 | 6 | 7>(
    ['can_mention_many_users_group'],
    new Map([
      [1, 'everyone'],
      [2, 'members'],
      [3, 'fullMembers'],
      [5, 'administrators'],
      [6, 'nobody'],
      [7, 'moderators'],
    ]),
  ),
  /** 1 everybody, 2 everybody but webhook bots only, 3 administrators. */
  bot_creation_policy: {
    ...setting(
      Type.Unsafe<1 | 2 | 3>(Type.Union([1, 2, 3].map((value) => Type.Literal(value)))),
      1,
    ),
    read({ permissions }) {
      const isWide = (name: RealmPermissionName) =>
        widthOfValue(permissions[name]) > widthOf('administrators')
      if (isWide('can_create_bots_group')) return 1
      return isWide('can_create_write_only_bots_group') ? 2 : 3
    },
    choose(value) {
      const groups = [value === 1, value !== 3].map((isOpen) => ({
        new: systemGroups[isOpen ? 'members' : 'administrators'].id,
      }))
      const entries = createsBots.map((name, index) => [name, groups[index]])
      return { permissions: Object.fromEntries(entries) as OlderChoice['permissions'] & object }
    },
  } satisfies OlderSetting<1 | 2 | 3>,
  community_topic_editing_limit_seconds: {
    ...setting(Type.Unsafe<number | null>(timeLimit(null).schema), null),
    read: ({ settings }) => settings.move_messages_within_stream_limit_seconds,
    choose: (value) => ({ settings: { move_messages_within_stream_limit_seconds: value } }),
  } satisfies OlderSetting<number | null>,
  /** Source: docs/protocol/realm-settings.md#topics-policy. */
  mandatory_topics: {
    ...setting(Type.Unsafe<boolean>(Type.Boolean()), true),
    read: ({ settings }) => settings.topics_policy === 'disable_empty_topic',
    choose: (value) => ({
      settings: { topics_policy: value ? 'disable_empty_topic' : 'allow_empty_topic' },
    }),
  } satisfies OlderSetting<boolean>,
  allow_edit_history: {
    ...setting(Type.Unsafe<boolean>(Type.Boolean()), true),
    read: ({ settings }) => settings.message_edit_history_visibility_policy !== 'none',
    choose: (value) => ({
      settings: { message_edit_history_visibility_policy: value ? 'all' : 'none' },
    }),
  } satisfies OlderSetting<boolean>,
} as const

export type OlderSettingName = keyof typeof olderSettings
export type OlderValues = SettingValues<typeof olderSettings>

const names = Object.keys(olderSettings) as OlderSettingName[]

/** The older settings of an organization, computed from its choices. */
export function olderSettingsOf(choices: RealmChoices): OlderValues {
  const entries = names.map((name) => [name, olderSettings[name].read(choices)])
  return Object.fromEntries(entries) as OlderValues
}

/** Translates older settings that a client sent. Values equal to the current ones are skipped. */
export function chosenByOlder(choices: RealmChoices, sent: Partial<OlderValues>): OlderChoice {
  const present = olderSettingsOf(choices)
  const chosen = names
    .filter((name) => sent[name] !== undefined && sent[name] !== present[name])
    .map((name): OlderChoice => olderSettings[name].choose(sent[name] as never))
  return {
    settings: Object.assign(
      {},
      ...chosen.map(({ settings }) => settings),
    ) as Partial<RealmSettings>,
    permissions: Object.assign(
      {},
      ...chosen.map(({ permissions }) => permissions),
    ) as OlderChoice['permissions'] & object,
  }
}
