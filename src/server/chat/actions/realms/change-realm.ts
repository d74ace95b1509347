import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { hasOwnerWithIdentity } from '../../../data/identities/identities'
import { openSlugsOf } from '../../../data/identities/operator-providers'
import { noteDuties } from '../../../data/identities/second-factor-duties'
import { listProviders } from '../../../data/identities/providers'
import { getRealm, updateRealm } from '../../../data/realms/realms'
import type { RealmRow, StoredSettings } from '../../../data/schema'
import { deleteSessions } from '../../../data/users/sessions'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import type { PlainEvent } from '../../../../shared/events'
import {
  notificationsStreamChanged,
  realmChanged,
  realmPropertiesChanged,
} from '../../../wire/realm-events'
import { differences, recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { requireAdministrator, requireOwner } from '../../rules/permissions/roles'
import { checkUpdates } from '../../rules/permissions/choose'
import type { ChosenUpdates } from '../../rules/permissions/choose'
import { realmPermissions, realmPermissionsOf } from '../../rules/permissions/realm'
import type { RealmPermissionName } from '../../rules/permissions/realm'
import { forEverybody } from '../../notify/publications'
import { storedAfter } from '../../rules/settings/declare'
import { accessStreamById } from '../../access/streams/access-stream'
import { fullMemberEvents, listFullMemberIds } from '../../notify/user-groups/group-events'
import { dropQueuesAfterGuestLimit } from '../../notify/users/guest-visibility'
import {
  isPasswordLoginOn,
  presentAuthenticationMethods,
  storedPasswordLogin,
} from '../../rules/realms/authentication-methods'
import { checkAuthenticationMethods, checkProperties } from './check-properties'
import { checkRealmName } from './create-realm'
import { realmSettingEvents } from '../../notify/realms/realm-setting-events'
import { chosenByOlder } from '../../rules/realms/older-settings'
import type { OlderSettingName, OlderValues, RealmChoices } from '../../rules/realms/older-settings'
import { realmSettings, realmSettingsOf, settingsOfOwners } from '../../rules/realms/settings'
import type { RealmSettings } from '../../rules/realms/settings'
import { visibly } from '../../../lib/characters'

export interface RealmChanges {
  settings: Partial<RealmSettings>
  permissions?: ChosenUpdates<RealmPermissionName>
  /** Settings under the names and with the values that older clients use. */
  older?: Partial<OlderValues>
  name?: string | undefined
  description?: string | undefined
  /** Id of the stream in which new streams are announced; -1: none. */
  notificationsStreamId?: number | undefined
  waitingPeriodDays?: number | undefined
  /** Login methods by name: whether each is to be enabled. */
  authenticationMethods?: Readonly<Record<string, boolean>> | undefined
}

/**
 * Changes settings of an organization and publishes those whose value differs; administrators only.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, InvalidStreamIdError
 * @throws ApiError of rules/permissions/errors.ts for groups that cannot be chosen
 * @throws BadRequestError for an invalid name or description
 * Sources: docs/protocol/events.md#realm, docs/protocol/register.md#realm.
 */
export async function changeRealm(
  ctx: Pick<AppContext, 'config' | 'db' | 'operatorProviders' | 'sealer'>,
  requester: Requester,
  changes: RealmChanges,
): Promise<void> {
  requireAdministrator(requester)
  if (isForOwners(changes)) requireOwner(requester)
  const { authenticationMethods = {} } = changes
  const realmId = requester.realm_id
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const realm = await getRealm(tx, realmId)
    const methods = await checkMethods(ctx, tx, { requester, realm, chosen: authenticationMethods })
    const wanted = await checkChanges(tx, requester, realm, changes)
    const before = choicesOf(realm.settings)
    const older = chosenByOlder(before, changes.older ?? {})
    const permissions = await checkUpdates(tx, realmId, realmPermissions, {
      present: before.permissions,
      updates: { ...older.permissions, ...changes.permissions },
    })
    const chosen = { ...older.settings, ...changes.settings }
    const settings = storedAfter(realmSettings, realm.settings, {
      ...{ ...chosen, ...permissions },
      ...(methods && storedPasswordLogin(methods.isOn)),
    })
    const after = choicesOf(settings)
    await checkProperties(ctx, tx, requester, { chosen, after: after.settings })
    const events = [
      ...realmUpdateEvents(realm, wanted),
      ...realmSettingEvents(before, after),
      ...(methods
        ? [
            realmPropertiesChanged({
              authentication_methods: presentAuthenticationMethods(settings),
            }),
          ]
        : []),
    ]
    if (events.length === 0) return
    const isAboutNewcomers = wanted.waiting_period_days !== realm.waiting_period_days
    const listFull = async () => (isAboutNewcomers ? listFullMemberIds(tx, realmId) : [])
    const fullBefore = await listFull()
    await updateRealm(tx, realmId, { ...wanted, settings })
    if (after.settings.two_factor_required !== before.settings.two_factor_required) {
      await noteDuties(tx, realmId)
    }
    await dropQueuesAfterGuestLimit(tx, realmId, realm.settings, settings)
    const changed = differences(
      {
        ...columnsOf(realm),
        ...before.settings,
        ...before.permissions,
        ...loginOf(realm.settings),
      },
      { ...columnsOf(wanted), ...after.settings, ...after.permissions, ...loginOf(settings) },
    )
    if (changed) await recordActs(tx, realmId, [{ act: 'realm_changed', ...changed }])
    const ofNewcomers = fullMemberEvents(fullBefore, await listFull())
    await publish(tx, realmId, [...events.map(forEverybody), ...ofNewcomers])
  })
}

/** Whether people log in with passwords, for the audit log. */
const loginOf = (stored: StoredSettings) => storedPasswordLogin(isPasswordLoginOn(stored))

/**
 * Checks the chosen login methods. Switching passwords off needs an owner who has logged in another way, and ends the
 * sessions that came by a password, but that of the requester.
 *
 * @returns whether people log in with passwords from now on; undefined if nothing changes
 * @throws BadRequestError
 * Source: docs/protocol/single-sign-on.md#without-passwords.
 */
async function checkMethods(
  { operatorProviders }: Pick<AppContext, 'operatorProviders'>,
  tx: Tx,
  {
    requester,
    realm: { id: realmId, settings, string_id: subdomain },
    chosen,
  }: { requester: Requester; realm: RealmRow; chosen: Readonly<Record<string, boolean>> },
): Promise<{ isOn: boolean } | undefined> {
  const known = presentAuthenticationMethods(settings)
  const managed = openSlugsOf(operatorProviders, subdomain)
  const own = await listProviders(tx, realmId)
  const hasProvider = managed.length > 0 || own.some(({ is_enabled: isOn }) => isOn)
  checkAuthenticationMethods(known, chosen, hasProvider)
  const { Email: isOn = isPasswordLoginOn(settings) } = chosen
  if (isOn === isPasswordLoginOn(settings)) return undefined
  if (isOn) return { isOn }
  if (!(await hasOwnerWithIdentity(tx, realmId, managed))) {
    throw new BadRequestError('First an owner has to log in by an identity provider.')
  }
  await deleteSessions(tx, realmId, { providerSlug: null, exceptId: requester.session?.id })
  return { isOn }
}

/** Only owners set these: they decide who joins the organization and who manages its groups. */
const permissionsOfOwners = [
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
] as const satisfies readonly RealmPermissionName[]
const olderOfOwners = [
  'invite_by_admins_only',
  'invite_to_realm_policy',
  'user_group_edit_policy',
] as const satisfies readonly OlderSettingName[]

/** Source: docs/protocol/realm-settings.md#patch-realm-owner-only. */
function isForOwners(changes: RealmChanges): boolean {
  const { settings, waitingPeriodDays, authenticationMethods, permissions, older } = changes
  return (
    waitingPeriodDays !== undefined ||
    authenticationMethods !== undefined ||
    Object.keys(settings).some((name) => settingsOfOwners.includes(name)) ||
    permissionsOfOwners.some((name) => permissions?.[name] !== undefined) ||
    olderOfOwners.some((name) => older?.[name] !== undefined)
  )
}

function choicesOf(stored: StoredSettings): RealmChoices {
  const settings = realmSettingsOf({ realm_settings: stored })
  return { settings, permissions: realmPermissionsOf(stored) }
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
    description: description === undefined ? realm.description : visibly(description),
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

function realmUpdateEvents(before: RealmRow, after: RealmColumns): PlainEvent[] {
  const events: PlainEvent[] = []
  if (after.name !== before.name) {
    events.push(realmChanged({ property: 'name', value: after.name }))
  }
  if (after.description !== before.description) {
    events.push(realmPropertiesChanged({ description: after.description }))
  }
  if (after.notifications_stream_id !== before.notifications_stream_id) {
    events.push(...notificationsStreamChanged(after.notifications_stream_id))
  }
  if (after.waiting_period_days !== before.waiting_period_days) {
    const value = after.waiting_period_days
    events.push(realmChanged({ property: 'waiting_period_threshold', value }))
  }
  return events
}
