import { foldCase, isSameName } from '../../../../shared/rules/letter-case'
import type { AppContext } from '../../../context'
import type { Queryable, Tx } from '../../../data/engine/database'
import type { StreamRow } from '../../../data/schema'
import {
  addToDefaultStreamGroup,
  deleteDefaultStreamGroup,
  insertDefaultStreamGroup,
  listDefaultStreamGroups,
  lockDefaultStreamGroups,
  removeFromDefaultStreamGroup,
  removeFromDefaultStreamGroups,
  updateDefaultStreamGroup,
} from '../../../data/streams/default-groups'
import type { DefaultStreamGroup } from '../../../data/streams/default-groups'
import { lockStreams } from '../../../data/streams/update-streams'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import {
  defaultStreamGroupsChanged,
  presentDefaultStreamGroup,
} from '../../../wire/default-stream-groups'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, StreamDoesNotExistError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { requireAdministrator } from '../../rules/permissions/roles'
import { listKnownStreams } from '../../access/streams/access-stream'
import { checkDescription } from '../../rules/texts'
import { visibly } from '../../../lib/characters'

/*
 * Groups of streams that new accounts may choose together.
 * Source: docs/protocol/channel-settings.md#default-stream-groups.
 */

type Context = Pick<AppContext, 'db'>

export interface NewDefaultStreamGroup {
  name: string
  description: string
  streamNames: readonly string[]
}

/**
 * @throws AdministratorRequiredError, StreamDoesNotExistError
 * @throws BadRequestError for an invalid or taken name, an unsuitable stream, and for too many groups
 */
export async function addDefaultStreamGroup(
  ctx: Context,
  requester: Requester,
  { streamNames, ...wanted }: NewDefaultStreamGroup,
): Promise<void> {
  requireAdministrator(requester)
  const description = checkDescription(wanted.description, 'description')
  const name = checkName(wanted.name)
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    const streams = await accessStreams(tx, requester, name, streamNames)
    const groups = await lockDefaultStreamGroups(tx, realmId)
    refuseNamesake(groups, name)
    if (groups.length >= sizeLimits.defaultStreamGroups) {
      const limit = sizeLimits.defaultStreamGroups
      throw new BadRequestError(`Too many default stream groups (limit: ${limit})`)
    }
    const id = await insertDefaultStreamGroup(tx, realmId, { name, description })
    await addToDefaultStreamGroup(tx, realmId, id, idsOf(streams))
    await publishDefaultStreamGroups(tx, realmId)
  })
}

/**
 * Changes the name or description of a group.
 * @throws AdministratorRequiredError, BadRequestError
 */
export async function changeDefaultStreamGroup(
  ctx: Context,
  requester: Requester,
  id: number,
  wanted: { name: string | undefined; description: string | undefined },
): Promise<void> {
  if (wanted.name === undefined && wanted.description === undefined) {
    throw new BadRequestError('You must pass "new_description" or "new_group_name".')
  }
  await changeLocked(ctx, requester, id, async (tx, group, groups) => {
    const changes = {
      ...(wanted.name !== undefined && { name: checkName(wanted.name) }),
      ...(wanted.description !== undefined && {
        description: checkDescription(wanted.description, 'description'),
      }),
    }
    if (changes.name !== undefined) {
      if (changes.name === group.name) {
        throw new BadRequestError(`This default stream group is already named '${group.name}'`)
      }
      refuseNamesake(
        groups.filter((other) => other !== group),
        changes.name,
      )
    }
    await updateDefaultStreamGroup(tx, group.realm_id, id, changes)
  })
}

/**
 * Adds streams to a group, or removes them from it.
 * @throws AdministratorRequiredError, StreamDoesNotExistError
 * @throws BadRequestError for a stream that is already in the group, is not in it, or cannot be added
 */
export async function changeStreamsOfGroup(
  ctx: Context,
  requester: Requester,
  id: number,
  { op, streamNames }: { op: 'add' | 'remove'; streamNames: readonly string[] },
): Promise<void> {
  requireAdministrator(requester)
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    const known = await findGroup(tx, realmId, id)
    const streams =
      op === 'add'
        ? await accessStreams(tx, requester, known.name, streamNames)
        : await findStreams(tx, requester, streamNames)
    const group = getGroup(await lockDefaultStreamGroups(tx, realmId), id)
    const there = new Set(group.stream_ids)
    for (const { id: streamId, name } of streams) {
      if (there.has(streamId) === (op === 'remove')) continue
      const state = op === 'add' ? 'already present' : 'not present'
      throw new BadRequestError(
        `Stream '${name}' is ${state} in default stream group '${group.name}'`,
      )
    }
    if (streams.length === 0) return
    if (op === 'add') await addToDefaultStreamGroup(tx, realmId, id, idsOf(streams))
    else await removeFromDefaultStreamGroup(tx, realmId, id, idsOf(streams))
    await publishDefaultStreamGroups(tx, realmId)
  })
}

/** @throws AdministratorRequiredError, BadRequestError */
export async function removeDefaultStreamGroup(
  ctx: Context,
  requester: Requester,
  id: number,
): Promise<void> {
  await changeLocked(ctx, requester, id, (tx, group) =>
    deleteDefaultStreamGroup(tx, group.realm_id, id),
  )
}

/**
 * Removes streams from all groups, when new accounts may no longer choose them or get them by default anyway;
 * answers the events for that.
 */
export async function leaveDefaultStreamGroups(
  tx: Tx,
  realmId: number,
  streamIds: readonly number[],
): Promise<Publication[]> {
  if (streamIds.length === 0) return []
  const wasInOne = await removeFromDefaultStreamGroups(tx, realmId, streamIds)
  return wasInOne ? [await defaultStreamGroupsEvent(tx, realmId)] : []
}

async function changeLocked(
  ctx: Context,
  requester: Requester,
  id: number,
  change: (
    tx: Tx,
    group: DefaultStreamGroup & { realm_id: number },
    groups: readonly DefaultStreamGroup[],
  ) => Promise<void>,
): Promise<void> {
  requireAdministrator(requester)
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    const groups = await lockDefaultStreamGroups(tx, realmId)
    const group = getGroup(groups, id)
    const others = groups.filter((other) => other !== group)
    await change(tx, { ...group, realm_id: realmId }, others)
    await publishDefaultStreamGroups(tx, realmId)
  })
}

async function publishDefaultStreamGroups(tx: Tx, realmId: number): Promise<void> {
  await publish(tx, realmId, [await defaultStreamGroupsEvent(tx, realmId)])
}

async function defaultStreamGroupsEvent(db: Queryable, realmId: number): Promise<Publication> {
  const groups = (await listDefaultStreamGroups(db, realmId)).map(presentDefaultStreamGroup)
  return { event: defaultStreamGroupsChanged(groups), audience: { everyone: 'members' } }
}

async function findGroup(db: Queryable, realmId: number, id: number): Promise<DefaultStreamGroup> {
  return getGroup(await listDefaultStreamGroups(db, realmId), id)
}

function getGroup(groups: readonly DefaultStreamGroup[], id: number): DefaultStreamGroup {
  const group = groups.find((each) => each.id === id)
  if (!group) throw new BadRequestError(`Default stream group with id '${id}' does not exist.`)
  return group
}

function checkName(wanted: string): string {
  const name = visibly(wanted)
  if (name === '') throw new BadRequestError(`Invalid default stream group name '${name}'`)
  return name
}

function refuseNamesake(groups: readonly DefaultStreamGroup[], name: string): void {
  if (groups.some((group) => isSameName(group.name, name))) {
    throw new BadRequestError(`Default stream group '${name}' already exists`)
  }
}

/** Locks and checks streams for a group: new accounts must be allowed to join each of them. */
async function accessStreams(
  tx: Tx,
  requester: Requester,
  groupName: string,
  names: readonly string[],
): Promise<StreamRow[]> {
  const found = await findStreams(tx, requester, names)
  const streams = await lockStreams(tx, requester.realm_id, idsOf(found))
  for (const { name, invite_only, is_default } of streams) {
    if (is_default) {
      const place = `cannot be added to '${groupName}'`
      throw new BadRequestError(`'${name}' is a default stream and ${place}`)
    }
    if (invite_only) throw new BadRequestError('A default channel cannot be private.')
  }
  return streams
}

async function findStreams(
  tx: Tx,
  requester: Requester,
  names: readonly string[],
): Promise<StreamRow[]> {
  const known = await listKnownStreams(tx, requester)
  const byName = new Map(known.map((stream) => [foldCase(stream.name), stream]))
  const found = names.map((name) => {
    const stream = byName.get(foldCase(name.trim()))
    if (!stream) throw new StreamDoesNotExistError(name)
    return stream
  })
  return [...new Set(found)]
}

function idsOf(streams: readonly StreamRow[]): number[] {
  return streams.map(({ id }) => id)
}
