import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import { getRealm, updateRealm } from '../../db/realms/realms'
import type { RealmRow } from '../../db/schema'
import { lockAccounts } from '../../db/users/update-users'
import { publish } from '../../events/publish'
import type { PlainEvent } from '../../wire/events'
import {
  notificationsStreamChanged,
  realmChanged,
  realmEditingChanged,
} from '../../wire/realm-events'
import { differences, recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { requireAdministrator } from '../permissions'
import { forEverybody } from '../publications'
import { storedAfter } from '../settings/declare'
import { accessStreamById } from '../streams/access'
import { explainFullMembers, listFullMemberIds } from '../user-groups/telling'
import { checkRealmName } from './create'
import {
  editingSettings,
  groupPermissionsOf,
  isForAdministrators,
  realmSettingDefaults,
  realmSettings,
} from './settings'
import type { RealmSettings } from './settings'

export interface RealmChanges {
  settings: Partial<RealmSettings>
  name?: string | undefined
  description?: string | undefined
  /** Id of the stream in which new streams are announced; -1: none. */
  notificationsStreamId?: number | undefined
  waitingPeriodDays?: number | undefined
}

/**
 * Changes an organisation, and tells everybody in it what really changed; administrators only.
 *
 * @throws AdministratorRequiredError, InvalidStreamIdError
 * @throws BadRequestError for a name or description that cannot be
 * Sources: docs/protocol/events.md#realm, docs/protocol/register.md#realm.
 */
export async function changeRealm(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  requester: Requester,
  changes: RealmChanges,
): Promise<void> {
  requireAdministrator(requester)
  const realmId = requester.realm_id
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const realm = await getRealm(tx, realmId)
    const wanted = await checkChanges(tx, requester, realm, changes)
    const before = { ...realmSettingDefaults, ...realm.settings }
    const after = { ...before, ...changes.settings }
    const events = [...explainRealm(realm, wanted), ...explainSettings(before, after)]
    if (events.length === 0) return
    const settings = storedAfter(realmSettings, realm.settings, changes.settings)
    const isAboutNewcomers = wanted.waiting_period_days !== realm.waiting_period_days
    const listFull = async () =>
      isAboutNewcomers ? listFullMemberIds(tx, ctx.clock.now(), realmId) : []
    const fullBefore = await listFull()
    await updateRealm(tx, realmId, { ...wanted, settings })
    const changed = differences(
      { ...columnsOf(realm), ...before },
      { ...columnsOf(wanted), ...after },
    )
    if (changed) await recordActs(tx, realmId, [{ act: 'realm_changed', ...changed }])
    const ofNewcomers = explainFullMembers(fullBefore, await listFull())
    await publish(tx, realmId, [...events.map(forEverybody), ...ofNewcomers])
  })
}

type RealmColumns = Pick<
  RealmRow,
  'name' | 'description' | 'notifications_stream_id' | 'waiting_period_days'
>

function columnsOf({
  name,
  description,
  notifications_stream_id,
  waiting_period_days,
}: RealmColumns): RealmColumns {
  return { name, description, notifications_stream_id, waiting_period_days }
}

async function checkChanges(
  tx: Tx,
  requester: Requester,
  realm: RealmRow,
  { name, description, notificationsStreamId, waitingPeriodDays }: RealmChanges,
): Promise<RealmColumns> {
  return {
    name: name === undefined ? realm.name : checkRealmName(name),
    description: description === undefined ? realm.description : description.trim(),
    notifications_stream_id:
      notificationsStreamId === undefined
        ? realm.notifications_stream_id
        : await accessStreamOrNone(tx, requester, notificationsStreamId),
    waiting_period_days: waitingPeriodDays ?? realm.waiting_period_days,
  }
}

async function accessStreamOrNone(
  tx: Tx,
  requester: Requester,
  id: number,
): Promise<number | null> {
  return id === -1 ? null : (await accessStreamById(tx, requester, id)).stream.id
}

function explainRealm(before: RealmRow, after: RealmColumns): PlainEvent[] {
  const events: PlainEvent[] = []
  if (after.name !== before.name) events.push(realmChanged('name', after.name))
  if (after.description !== before.description) {
    events.push(realmChanged('description', after.description))
  }
  if (after.notifications_stream_id !== before.notifications_stream_id) {
    events.push(notificationsStreamChanged(after.notifications_stream_id))
  }
  if (after.waiting_period_days !== before.waiting_period_days) {
    events.push(realmChanged('waiting_period_threshold', after.waiting_period_days))
  }
  return events
}

function explainSettings(before: RealmSettings, after: RealmSettings): PlainEvent[] {
  const names = Object.keys(realmSettings) as (keyof RealmSettings)[]
  const changed = names.filter((name) => before[name] !== after[name])
  const isOfEditing = (name: keyof RealmSettings) =>
    editingSettings.some((editing) => editing === name)
  const events = changed
    .filter((name) => !isOfEditing(name))
    .map((name) => realmChanged(name, after[name]))
  if (changed.some(isOfEditing)) {
    events.push(
      realmEditingChanged(Object.fromEntries(editingSettings.map((name) => [name, after[name]]))),
    )
  }
  if (isForAdministrators(before) !== isForAdministrators(after)) {
    events.push(realmChanged('create_stream_by_admins_only', isForAdministrators(after)))
  }
  const [permitted, permissions] = [groupPermissionsOf(before), groupPermissionsOf(after)]
  if (!isDeepStrictEqual(permitted, permissions)) events.push(realmEditingChanged(permissions))
  return events
}
