import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow, SubscriptionRow, UserRow } from '../../../data/schema'
import { listStreamsNamed } from '../../../data/streams/streams'
import { lockStreams } from '../../../data/streams/update-streams'
import { listSubscriptionRows } from '../../../data/streams/subscriptions'
import type { StreamTopicsPolicy } from '../../../../shared/rules/empty-topics'
import { mayCreateStreams } from '../../../../shared/rules/realm-rights'
import type { Requester } from '../../rules/authentication'
import {
  BadRequestError,
  ChannelAlreadyExistsError,
  UnableToAccessStreamError,
} from '../../rules/errors'
import { refuseUnprintable, checkDescription, checkStreamName } from '../../rules/texts'
import {
  asRealmUser,
  refuseGuests,
  requireAdministrator,
  requireOwner,
} from '../../rules/permissions/roles'
import { checkChosen } from '../../rules/permissions/choose'
import type { ChosenValues } from '../../rules/permissions/choose'
import { streamPermissions } from '../../../../shared/stream-permissions'
import { groupOfPostPolicy, postPolicyOf } from '../../../wire/stream-permissions'
import type { StreamPermissionName } from '../../../../shared/stream-permissions'
import { postPolicies } from '../../../../shared/rules/post-policies'
import type { PostPolicy } from '../../../../shared/rules/post-policies'
import { lockAccounts } from '../../../data/users/update-users'
import { accessFolderForStreams } from './channel-folders'
import { mayEnterStream, ownStreamIds } from '../../access/streams/access-stream'
import { refuseClosedTopics, requireSettingDeletion } from './change-permissions'
import { requireSettingTopicsPolicy } from './topics-policy'
import { createStreams } from './lifecycle'
import type { StreamInput } from './lifecycle'
import { announceSubscriptions } from './announcements'
import { sizeLimits } from '../../rules/limits'
import { accessPrincipals, checkMaySubscribeOthers, checkSubscriptionCount } from './principals'
import type { Principal } from './principals'
import { subscribeUsers } from './subscribe'

export interface AddSubscriptionsRequest {
  streams: readonly { name: string; description?: string }[]
  /** Settings of the streams that the call creates; all members down to `topicsPolicy`. */
  inviteOnly: boolean
  postPolicy?: PostPolicy | undefined
  historyPublicToSubscribers: boolean | undefined
  /** Permissions that differ from the defaults. */
  permissions?: ChosenValues<StreamPermissionName>
  isDefault?: boolean | undefined
  /** null: the organization's setting; -1: forever. */
  messageRetentionDays?: number | null | undefined
  folderId?: number | null | undefined
  topicsPolicy?: StreamTopicsPolicy | undefined
  announce: boolean
  /** Whether Notification Bot writes to principals; default true. */
  writesToPrincipals?: boolean | undefined
  /** Users to subscribe; empty: the requester. */
  principals: readonly Principal[]
  authorizationErrorsFatal: boolean
  /** Whether the streams must not exist yet. Without principals, nobody is subscribed then. */
  mustBeNew?: boolean
}

export interface AddedSubscriptions {
  /** Stream names by email. */
  subscribed: Record<string, string[]>
  alreadySubscribed: Record<string, string[]>
  /** Names of private streams that the requester may not access. */
  unauthorized: string[]
  created: readonly StreamRow[]
  /** False if the call subscribed too many people to write to each of them. */
  messagesSent: boolean
}

/**
 * Subscribes the requester, or principals, to streams and creates missing streams. All in one
 * transaction: a refused call changes nothing.
 *
 * @throws UnableToAccessStreamError for a private stream, if such errors are fatal
 * @throws UnauthorizedPrincipalError, GuestsNotAllowedError, ChannelAlreadyExistsError, BadRequestError
 * Sources: docs/protocol/contract.md#post-subscriptions, docs/protocol/subscriptions.md#subscribe.
 */
export async function addSubscriptions(
  ctx: Pick<AppContext, 'db' | 'caches' | 'renderer'>,
  requester: Requester,
  request: AddSubscriptionsRequest,
): Promise<AddedSubscriptions> {
  return ctx.db.transaction((tx) => addSubscriptionsIn(ctx, tx, requester, request))
}

/** {@link addSubscriptions} inside a transaction. */
export async function addSubscriptionsIn(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  request: AddSubscriptionsRequest,
): Promise<AddedSubscriptions> {
  refuseGuests(requester)
  const wanted = checkWantedStreams(request)
  checkSubscriptionCount(request.principals, wanted.length)
  const { streams, unauthorized, created } = await accessWanted(tx, requester, wanted, request)
  const existing = streams.filter((stream) => !created.includes(stream))
  checkMaySubscribeOthers(tx, requester, request.principals, existing)
  const users =
    request.mustBeNew && request.principals.length === 0
      ? []
      : await accessPrincipals(tx, requester, request.principals)

  const before = await listSubscriptionRows(tx, requester.realm_id, idsOf(users), idsOf(streams))
  const added = await subscribeUsers(tx, requester.realm_id, { users, streams })
  const newcomers = new Set(added.map((row) => row.user_id)).size
  const messagesSent = newcomers <= sizeLimits.newSubscriptionMessages
  await announceSubscriptions(ctx, tx, requester, {
    added,
    users,
    streams,
    created,
    announce: request.announce,
    toPrincipals:
      request.principals.length > 0 && request.writesToPrincipals !== false && messagesSent,
  })
  return {
    subscribed: namesByEmail(added, users, streams),
    alreadySubscribed: namesByEmail(
      before.filter((row) => row.active),
      users,
      streams,
    ),
    unauthorized,
    created,
    messagesSent,
  }
}

/** The named streams in the order of the request, without repeated spellings. */
function checkWantedStreams(request: AddSubscriptionsRequest): StreamInput[] {
  const wanted = new Map<string, StreamInput>()
  for (const [index, { name, description }] of request.streams.entries()) {
    const checkedName = checkStreamName(name)
    if (wanted.has(checkedName)) continue
    wanted.set(checkedName, {
      name: checkedName,
      description: checkDescription(description ?? '', `subscriptions[${index}]["description"]`),
      invite_only: request.inviteOnly,
      is_announcement_only: request.postPolicy === postPolicies.administrators,
      // Public streams always share their history.
      history_public_to_subscribers:
        !request.inviteOnly || (request.historyPublicToSubscribers ?? false),
    })
  }
  return [...wanted.values()]
}

interface AccessedStreams {
  streams: StreamRow[]
  unauthorized: string[]
  /** Streams that did not exist and were created. */
  created: StreamRow[]
}

/**
 * Creates missing streams and splits all by whether the requester may access them. Locks them, so that
 * none becomes private before the subscription is stored.
 */
async function accessWanted(
  tx: Tx,
  requester: Requester,
  wanted: readonly StreamInput[],
  request: AddSubscriptionsRequest,
): Promise<AccessedStreams> {
  const { realm_id: realmId } = requester
  const names = wanted.map((stream) => stream.name)
  const existing = await listStreamsNamed(tx, realmId, names)
  const missing = wanted.filter((stream) => !existing.has(stream.name))
  const kinds = missing.map((stream) => (stream.invite_only ? 'private' : 'public'))
  if (kinds.some((kind) => !mayCreateStreams(asRealmUser(tx, requester), kind))) {
    throw new BadRequestError('User cannot create streams.')
  }
  const [taken] = existing.values()
  if (request.mustBeNew && taken) throw new ChannelAlreadyExistsError(taken.name)
  refuseTooManyNew(missing.length)
  for (const { name } of missing) refuseUnprintable(name, 'stream name')
  if (missing.length === 0) await checkReferences(tx, requester, request)
  // Create before locking: a transaction that waits for a name must not hold locks its creator waits for.
  const created =
    missing.length === 0
      ? []
      : await createStreams(tx, requester, await configure(tx, requester, missing, request))
  // A concurrent call took the name.
  if (request.mustBeNew && created.length < wanted.length) {
    throw new ChannelAlreadyExistsError(wanted[0]?.name ?? '')
  }
  // Read again: two spellings may name one stream, and a concurrent call may have created it.
  const named = missing.length > 0 ? await listStreamsNamed(tx, realmId, names) : existing
  const locked = await lockStreams(tx, realmId, [...new Set(idsOf([...named.values()]))])

  const lockedById = new Map(locked.map((stream) => [stream.id, stream]))
  const inOrder = new Set(names.flatMap((name) => lockedById.get(named.get(name)?.id ?? -1) ?? []))
  const parted = await partByAccess(tx, requester, [...inOrder], new Set(idsOf(created)))
  const [firstRefused] = parted.unauthorized
  if (firstRefused !== undefined && request.authorizationErrorsFatal) {
    throw new UnableToAccessStreamError(firstRefused)
  }
  return { ...parted, created }
}

/** Each new stream costs events and greetings, which one transaction makes. @throws BadRequestError */
function refuseTooManyNew(count: number): void {
  const { newStreamsPerCall: limit } = sizeLimits
  if (count > limit) throw new BadRequestError(`Too many new streams at once (limit: ${limit})`)
}

/**
 * New streams with the settings of the request.
 * @throws AdministratorRequiredError, OwnerRequiredError, BadRequestError; as checkChosen
 * Source: docs/protocol/channel-settings.md#channel-arguments.
 */
async function configure(
  tx: Tx,
  requester: Requester,
  streams: readonly StreamInput[],
  request: AddSubscriptionsRequest,
): Promise<StreamInput[]> {
  const { realm_id: realmId } = requester
  const { isDefault = false, messageRetentionDays = null, folderId = null } = request
  const { topicsPolicy = 'inherit' } = request
  if (topicsPolicy !== 'inherit') requireSettingTopicsPolicy(tx, requester)
  if (isDefault) requireAdministrator(requester)
  if (isDefault && request.inviteOnly) {
    throw new BadRequestError('A default channel cannot be private.')
  }
  if (messageRetentionDays !== null) requireOwner(requester)
  if (folderId !== null) await accessFolderForStreams(tx, realmId, folderId)
  const policy = request.postPolicy ?? postPolicies.everyone
  const chosen = {
    ...(policy !== postPolicies.everyone && { can_send_message_group: groupOfPostPolicy(policy) }),
    ...request.permissions,
  }
  // Keeps the named users and groups active until the permissions are stored.
  if (Object.keys(chosen).length > 0) await lockAccounts(tx, realmId)
  const permissions = await checkChosen(tx, realmId, streamPermissions, chosen)
  requireSettingDeletion(tx, requester, permissions)
  for (const stream of streams) refuseClosedTopics(stream, permissions.can_create_topic_group)
  const { can_send_message_group: writers } = permissions
  return streams.map((stream) => ({
    ...stream,
    permissions,
    is_announcement_only:
      writers !== undefined && postPolicyOf(writers) === postPolicies.administrators,
    is_default: isDefault,
    message_retention_days: messageRetentionDays,
    folder_id: folderId,
    topics_policy: topicsPolicy,
  }))
}

/**
 * Refuses unknown folders and groups in settings of new streams also where no stream is new.
 * @throws BadRequestError; as checkChosen
 */
async function checkReferences(
  tx: Tx,
  { realm_id: realmId }: Requester,
  { folderId = null, permissions = {} }: AddSubscriptionsRequest,
): Promise<void> {
  if (folderId !== null) await accessFolderForStreams(tx, realmId, folderId)
  if (Object.keys(permissions).length > 0) {
    await checkChosen(tx, realmId, streamPermissions, permissions)
  }
}

/** Splits streams by access. @param streams locked, so that the result stays valid */
async function partByAccess(
  tx: Tx,
  requester: Requester,
  streams: readonly StreamRow[],
  createdIds: ReadonlySet<number>,
): Promise<Pick<AccessedStreams, 'streams' | 'unauthorized'>> {
  const isDoubtful = (stream: StreamRow) => stream.invite_only && !createdIds.has(stream.id)
  if (!streams.some(isDoubtful)) return { streams: [...streams], unauthorized: [] }
  const own = await ownStreamIds(tx, requester)
  const isRefused = (stream: StreamRow) =>
    isDoubtful(stream) && !own.has(stream.id) && !mayEnterStream(tx, requester, stream)
  return {
    streams: streams.filter((stream) => !isRefused(stream)),
    unauthorized: streams.filter(isRefused).map((stream) => stream.name),
  }
}

function namesByEmail(
  rows: readonly SubscriptionRow[],
  users: readonly UserRow[],
  streams: readonly StreamRow[],
): Record<string, string[]> {
  const subscribed = new Set(rows.map((row) => `${row.user_id}:${row.stream_id}`))
  const entries = users.map((user): [string, string[]] => [
    user.email,
    streams
      .filter((stream) => subscribed.has(`${user.id}:${stream.id}`))
      .map((stream) => stream.name),
  ])
  return Object.fromEntries(entries.filter(([, names]) => names.length > 0))
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map((row) => row.id)
}
