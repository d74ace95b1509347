import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../data/engine/database'
import { rescheduleHeldPushes } from '../../../data/notifications/push-messages'
import type { UserRow } from '../../../data/schema'
import { listSubscriptionsOf } from '../../../data/streams/subscriptions'
import { deleteAllDrafts } from '../../../data/users/drafts'
import { lockUser, updateUser } from '../../../data/users/update-users'
import type { Publication } from '../../../events/publish'
import {
  displaySettingChanged,
  exportConsentChanged,
  notificationSettingChanged,
  userSettingChanged,
} from '../../../../shared/settings-events'
import { quietUntil } from '../../../../shared/rules/do-not-disturb'
import { subscriptionUpdated } from '../../../../shared/stream-events'
import { userTimezoneChanged } from '../../../../shared/user-events'
import { BadRequestError } from '../../rules/errors'
import { forUser } from '../../notify/publications'
import { chooseAddressVisibility, addressEvents } from '../../notify/users/address'
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
  olderNames,
  userSettingsOf,
} from '../../rules/settings/user-settings'
import type { UserSettings } from '../../rules/settings/user-settings'

/** Settings that decide when pushes wait. */
const quietSettings = new Set(['dnd_until', 'dnd_schedule', 'timezone'])

/**
 * Changes a user's own settings. Answers the events for the values that changed: to the user's clients,
 * and for the time zone also to everybody who knows the user.
 *
 * @param domain mail domain of placeholder addresses, which replace hidden addresses
 * @throws BadRequestError for an unknown time zone, and for bots that hide their address
 * Sources: docs/protocol/settings.md#settings-event,
 * docs/protocol/settings.md#inherited-notifications.
 */
export async function changeUserSettings(
  tx: Tx,
  { realm_id: realmId, id: userId }: Pick<UserRow, 'realm_id' | 'id'>,
  chosen: Partial<UserSettings>,
  domain: string,
): Promise<Publication[]> {
  if (chosen.timezone !== undefined) checkTimezone(chosen.timezone)
  const user = await lockUser(tx, realmId, userId)
  if (!user) return []
  const before: Readonly<Record<string, unknown>> = userSettingsOf(user)
  const changed = Object.entries(chosen).filter(
    ([name, value]) => !isDeepStrictEqual(before[name], value),
  )
  if (changed.length === 0) return []

  // No event per draft: clients may keep local copies of the drafts that the server deletes.
  if (chosen.enable_drafts_synchronization === false) await deleteAllDrafts(tx, { realmId, userId })
  const { email_address_visibility: visibility } = Object.fromEntries(changed) as typeof chosen
  const after = await updateUser(tx, user, {
    ...columnsOfSettings(user.settings, Object.fromEntries(changed)),
    ...(visibility && (await chooseAddressVisibility(tx, user, visibility, domain))),
  })
  if (changed.some(([name]) => quietSettings.has(name))) {
    const end = quietUntil(userSettingsOf(after), tx.now)
    await rescheduleHeldPushes(tx, user, end ?? tx.now)
  }
  return [
    ...changed.flatMap(([name, value]) => explain(after, name, value)),
    ...(await inheritedSettingEvents(tx, user, after)),
    ...(visibility ? await addressEvents(tx, user, after) : []),
  ]
}

function explain(user: UserRow, changedName: string, value: unknown): Publication[] {
  const forOlder = { capability: 'user_settings_object', isDeclared: false } as const
  const names = [changedName, ...(olderNames[changedName] ?? [])]
  const told = names.flatMap((name): Publication[] => {
    const event = userSettingChanged(name, value)
    const older = legacySettingEvents(user.email, changedName, name, value)
    return [
      forUser(user.id, event),
      ...older.map((each) => ({ ...forUser(user.id, each), condition: forOlder })),
    ]
  })
  if (changedName === 'timezone') {
    told.push(forUsersWhoCanSee(user, userTimezoneChanged(user)))
  }
  if (changedName === 'allow_private_data_export') {
    const event = exportConsentChanged(user.id, value as boolean)
    told.push({ event, audience: { administrators: true } })
  }
  return told
}

function legacySettingEvents(email: string, changedName: string, name: string, value: unknown) {
  if (changedName in displaySettings) return [displaySettingChanged(email, name, value)]
  if (changedName in notificationSettings) return [notificationSettingChanged(email, name, value)]
  return []
}

/** Events for clients that cannot read `null` in a subscription: the newly inherited value in its place. */
async function inheritedSettingEvents(
  tx: Tx,
  before: UserRow,
  after: UserRow,
): Promise<Publication[]> {
  const [old, now] = [inheritedFrom(before), inheritedFrom(after)]
  const changed = notificationProperties.filter((property) => old[property] !== now[property])
  if (changed.length === 0) return []
  const subscriptions = await listSubscriptionsOf(tx, after.realm_id, after.id)
  return subscriptions.flatMap((subscription) =>
    changed
      .filter((property) => subscription.active && subscription[property] === null)
      .map((property) => ({
        ...forUser(
          after.id,
          subscriptionUpdated(subscription, after.email, property, now[property]),
        ),
        condition: readsOpenSettings(false),
      })),
  )
}

/** @throws BadRequestError for an unknown time zone; '' means not set and is allowed */
export function checkTimezone(timezone: string): void {
  if (timezone === '') return
  try {
    if (/^[A-Za-z]/.test(timezone))
      return void new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new BadRequestError(`Invalid timezone '${timezone}'`)
}
