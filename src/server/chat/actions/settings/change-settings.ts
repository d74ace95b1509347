import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../data/engine/database'
import { rescheduleHeldPushes } from '../../../data/notifications/push-messages'
import type { UserRow } from '../../../data/schema'
import { listSubscriptionsOfPeople } from '../../../data/streams/subscriptions'
import { deleteAllDrafts } from '../../../data/users/drafts'
import { lockUserRows, updateSettings } from '../../../data/users/many-users'
import type { Publication } from '../../../events/publish'
import {
  displaySettingChanged,
  exportConsentChanged,
  notificationSettingChanged,
  userSettingChanged,
} from '../../../wire/settings-events'
import { changesIn } from '../../../wire/property-changes'
import type { ChangeOf } from '../../../../shared/property-changes'
import type { SettingChange } from '../../../../shared/settings-events'
import { withSettledClock } from '../../rules/settings/clock'
import { checkTimezone } from '../../rules/settings/timezones'
import { quietUntil } from '../../../../shared/rules/do-not-disturb'
import { subscriptionUpdated } from '../../../wire/stream-events'
import { userTimezoneChanged } from '../../../wire/user-events'
import { heldConversation } from '../../rules/pushes/new-pushes'
import { forUser } from '../../notify/publications'
import { addressEvents, chooseAddressVisibilities } from '../../notify/users/address'
import type { ChangedAccount } from '../../notify/users/address'
import { forUsersWhoCanSee } from '../../notify/users/user-events'
import {
  inheritedFrom,
  notificationProperties,
  readsOpenSettings,
} from '../streams/subscription-settings'
import {
  columnsOfSettings,
  displaySettings,
  notificationSettings,
  userSettingsOf,
} from '../../rules/settings/user-settings'
import type { UserSettings } from '../../rules/settings/user-settings'

/** Settings that decide when pushes wait. */
const quietSettings = new Set(['dnd_until', 'dnd_schedule', 'timezone'])

/** The settings that one person gets. */
export interface ChosenSettings {
  userId: number
  chosen: Partial<UserSettings>
}

/** {@link changeSettingsOfPeople} for one person. */
export async function changeUserSettings(
  tx: Tx,
  { realm_id: realmId, id: userId }: Pick<UserRow, 'realm_id' | 'id'>,
  chosen: Partial<UserSettings>,
  domain: string,
): Promise<Publication[]> {
  return changeSettingsOfPeople(tx, realmId, [{ userId, chosen }], domain)
}

/**
 * Changes settings of people; the number of statements does not depend on the number of people. Answers the events for
 * the values that changed: to each person's clients, and for the time zone also to everybody who knows the person.
 *
 * @param domain mail domain of placeholder addresses, which replace hidden addresses
 * Sources: docs/protocol/settings.md#settings-event, docs/protocol/settings.md#inherited-notifications.
 */
export async function changeSettingsOfPeople(
  tx: Tx,
  realmId: number,
  wanted: readonly ChosenSettings[],
  domain: string,
): Promise<Publication[]> {
  for (const { chosen } of wanted) {
    if (chosen.timezone !== undefined) checkTimezone(chosen.timezone)
  }
  const chosenBy = new Map(wanted.map(({ userId, chosen }) => [userId, chosen]))
  const users = await lockUserRows(tx, realmId, [...chosenBy.keys()])
  const changes = users
    .map((user) => ({ user, changed: changedAmong(user, chosenBy.get(user.id) ?? {}) }))
    .filter(({ changed }) => Object.keys(changed).length > 0)
  if (changes.length === 0) return []

  // No event per draft: clients may keep local copies of the drafts that the server deletes.
  const withoutDrafts = changes.filter(
    (each) => each.changed.enable_drafts_synchronization === false,
  )
  await deleteAllDrafts(tx, realmId, idsOf(withoutDrafts))
  const addresses = await chooseAddresses(tx, realmId, changes, domain)
  const after = await updateSettings(
    tx,
    realmId,
    changes.map(({ user, changed }) => ({
      ...user,
      ...columnsOfSettings(user.settings, changed),
      ...addresses.get(user.id),
    })),
  )
  const pairs = pairsOf(users, after)
  const changedOf = new Map(pairs.map((pair) => [pair.after.id, newValuesOf(pair)]))
  const isQuieted = ({ id }: UserRow) =>
    Object.keys(changedOf.get(id) ?? {}).some((name) => quietSettings.has(name))
  await rescheduleHeldPushes(
    tx,
    realmId,
    after.filter(isQuieted).map((user) => ({
      userId: user.id,
      dueAt: quietUntil(userSettingsOf(user), tx.now) ?? tx.now,
    })),
    heldConversation,
  )
  return [
    ...after.flatMap((user) =>
      changesIn<UserSettings>(changedOf.get(user.id) ?? {}).flatMap((change) =>
        explain(user, change),
      ),
    ),
    ...(await inheritedSettingEvents(tx, realmId, pairs)),
    ...(await addressEvents(
      tx,
      realmId,
      pairs.filter(({ after: { id } }) => addresses.has(id)),
    )),
  ]
}

interface Change {
  user: UserRow
  changed: Partial<UserSettings>
}

const idsOf = (changes: readonly Change[]) => changes.map(({ user }) => user.id)

/** The settings whose values differ from those of the account. */
function changedAmong(user: UserRow, chosen: Partial<UserSettings>): Partial<UserSettings> {
  const before: Readonly<Record<string, unknown>> = userSettingsOf(user)
  // A clock that its owner chooses no longer follows the language, even if it stays the same.
  const settled = withSettledClock(chosen)
  const isChosenClock = settled.clock_follows_language !== before['clock_follows_language']
  return Object.fromEntries(
    Object.entries(settled).filter(
      ([name, value]) =>
        !isDeepStrictEqual(before[name], value) ||
        (name === 'twenty_four_hour_time' && isChosenClock),
    ),
  )
}

/** The settings of an account whose values are others than before, with those that follow from another one. */
function newValuesOf({ before, after }: ChangedAccount): Partial<UserSettings> {
  const old: Readonly<Record<string, unknown>> = userSettingsOf(before)
  return Object.fromEntries(
    Object.entries(userSettingsOf(after)).filter(
      ([name, value]) => !isDeepStrictEqual(old[name], value),
    ),
  )
}

/** Columns of the accounts whose addresses become visible to others than before, by user. */
async function chooseAddresses(
  tx: Tx,
  realmId: number,
  changes: readonly Change[],
  domain: string,
) {
  const chosen = changes.flatMap(({ user, changed: { email_address_visibility: visibility } }) =>
    visibility === undefined ? [] : [{ user, visibility }],
  )
  return chooseAddressVisibilities(tx, realmId, chosen, domain)
}

/** The accounts that changed, as they were and are. */
function pairsOf(before: readonly UserRow[], after: readonly UserRow[]): ChangedAccount[] {
  const known = new Map(before.map((user) => [user.id, user]))
  return after.flatMap((user) => {
    const old = known.get(user.id)
    return old ? [{ before: old, after: user }] : []
  })
}

function explain(user: UserRow, change: ChangeOf<UserSettings>): Publication[] {
  const forOlder = { capability: 'user_settings_object', isDeclared: false } as const
  const told = underAllNames(change).flatMap((each): Publication[] => {
    const older = legacySettingEvents(user.email, change.property, each)
    return [
      forUser(user.id, userSettingChanged(each)),
      ...older.map((event) => ({ ...forUser(user.id, event), condition: forOlder })),
    ]
  })
  if (change.property === 'timezone') {
    told.push(forUsersWhoCanSee(user, userTimezoneChanged(user)))
  }
  if (change.property === 'allow_private_data_export') {
    const event = exportConsentChanged(user.id, change.value)
    told.push({ event, audience: { administrators: true } })
  }
  return told
}

/** A change under the name of the setting, and under another one for older clients if it has one. */
function underAllNames(change: ChangeOf<UserSettings>): SettingChange[] {
  return change.property === 'enable_stream_audible_notifications'
    ? [change, { property: 'enable_stream_sounds', value: change.value }]
    : [change]
}

/** @param settingName the name of the setting, where the change has a name for older clients */
function legacySettingEvents(email: string, settingName: string, change: SettingChange) {
  if (settingName in displaySettings) return [displaySettingChanged(email, change)]
  if (settingName in notificationSettings) return [notificationSettingChanged(email, change)]
  return []
}

/** Events for clients that cannot read `null` in a subscription: the newly inherited value in its place. */
async function inheritedSettingEvents(
  tx: Tx,
  realmId: number,
  changes: readonly ChangedAccount[],
): Promise<Publication[]> {
  const inheriting = changes.flatMap(({ before, after }) => {
    const [old, now] = [inheritedFrom(before), inheritedFrom(after)]
    const changed = notificationProperties.filter((property) => old[property] !== now[property])
    return changed.length > 0 ? [[after.id, { user: after, now, changed }] as const] : []
  })
  if (inheriting.length === 0) return []
  const byUser = new Map(inheriting)
  const subscriptions = await listSubscriptionsOfPeople(tx, realmId, [...byUser.keys()])
  return subscriptions.flatMap((subscription) => {
    const found = byUser.get(subscription.user_id)
    if (!found || !subscription.active) return []
    const { user, now, changed } = found
    return changed
      .filter((property) => subscription[property] === null)
      .map((property) => {
        const change = { property, value: now[property] }
        const event = subscriptionUpdated(subscription, user.email, change)
        return { ...forUser(user.id, event), condition: readsOpenSettings(false) }
      })
  })
}
