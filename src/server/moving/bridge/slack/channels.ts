import { addBridgeChannel, listBridgeChannels } from '../../../data/bridges/bridges'
import type { BridgeChannelRow } from '../../../data/bridges/bridges'
import { claimKeys, findImported } from '../../../data/import/keys'
import { findStreamById, findStreamByName } from '../../../data/streams/streams'
import type { StreamRow } from '../../../data/schema'
import { findUserById, listUsersByIds } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { createStreams } from '../../../chat/actions/streams/lifecycle'
import { subscribeUsers } from '../../../chat/actions/streams/subscribe'
import { BadRequestError } from '../../../chat/rules/errors'
import { checkStreamName } from '../../../chat/rules/texts'
import { firstText, isTrue, rowOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { keyOf } from '../../import/job/job'
import type { ParleySide } from '../bridge'
import { pagesOf } from './api'
import type { SlackApi } from './api'
import { timestampOf } from './catch-up'
import { postBeginNotice } from './notices'
import type { SlackPeople } from './people'

/** A channel as the operator names it. */
export interface ChannelChoice {
  /** Its name or id. */
  channel: string
  /** The name of an existing stream; absent: the stream of an import, or a new one. */
  stream?: string | undefined
}

/** Reads `general, C0123=team`. @throws BadRequestError */
export function parseChannels(text: string): ChannelChoice[] {
  const choices = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): ChannelChoice => {
      const [channel = '', ...stream] = part.split('=')
      const name = stream.join('=').trim()
      return { channel: channel.trim().replace(/^#/, ''), ...(name && { stream: name }) }
    })
  if (choices.length === 0 || choices.some(({ channel }) => channel === '')) {
    throw new BadRequestError(
      'Channels are names or ids, with commas in between: general, C0123=team.',
    )
  }
  return choices
}

interface Setup {
  parley: ParleySide
  api: SlackApi
  people: SlackPeople
  botId: number
}

/**
 * The chosen channels with their streams; a bridge carries no other ones. A stream is the one of an earlier run or import,
 * the one that the operator names, or a new one with the channel's members.
 *
 * @throws BadRequestError for a channel without the bot, and one that has other readers than its stream
 */
export async function setUpChannels(
  setup: Setup,
  choices: readonly ChannelChoice[],
): Promise<Map<string, BridgeChannelRow>> {
  const { parley, api } = setup
  const db = parley.ctx.db.query
  const types = 'public_channel,private_channel'
  const rows: Row[] = []
  const asked = { types, exclude_archived: true }
  for await (const row of pagesOf(api, 'users.conversations', asked, 'channels')) rows.push(row)
  const chosen = new Set<string>()
  for (const choice of choices) {
    const row = rows.find(
      (each) => textOf(each, 'id') === choice.channel || textOf(each, 'name') === choice.channel,
    )
    if (!row) {
      throw new BadRequestError(
        `The bot is in no channel '${choice.channel}' of Slack: invite it there with /invite.`,
      )
    }
    chosen.add(textOf(row, 'id'))
    await setUpChannel(setup, row, choice)
  }
  const known = await listBridgeChannels(db, parley.scope)
  return new Map(
    known.filter(({ channel }) => chosen.has(channel)).map((row) => [row.channel, row]),
  )
}

async function setUpChannel(setup: Setup, row: Row, choice: ChannelChoice): Promise<void> {
  const { parley, api, botId } = setup
  const { db } = parley.ctx
  const id = textOf(row, 'id')
  const name = textOf(row, 'name') || id
  const isPrivate = isTrue(row, 'is_private')
  const known = await findKnownStream(parley, id)
  if (known && choice.stream !== undefined && known.name !== choice.stream) {
    throw new BadRequestError(`The stream of #${name} is '${known.name}', not '${choice.stream}'.`)
  }
  const found = known ?? (await findNamedStream(parley, name, choice))
  if (found && found.invite_only !== isPrivate) {
    throw new BadRequestError(
      `#${name} is ${isPrivate ? 'private' : 'public'} and the stream '${found.name}' is not: a bridge keeps the ` +
        'circle of readers, so both must be private, or both public.',
    )
  }
  const bot = await findUserById(db.query, parley.realm.id, botId)
  if (!bot) throw new Error('The bot of the bridge has vanished.')
  const members = found ? [] : await membersOf(setup, id)
  await parley.transaction(async (tx) => {
    const description = descriptionOf(row)
    const made = found
      ? []
      : await createStreams(tx, bot, [newStream(name, description, isPrivate)])
    const stream = found ?? made[0]
    if (!stream) throw new BadRequestError(`There is a stream '${name}' now.`)
    await subscribeUsers(tx, parley.realm.id, { users: [bot, ...members], streams: [stream] })
    await claimKeys(tx, parley.scope, 'stream', [{ key: keyOf(id), id: stream.id }])
    const channel = { channel: id, name, stream_id: stream.id, is_private: isPrivate }
    const isNew = await addBridgeChannel(tx, parley.scope, channel, timestampOf(api.now()))
    if (isNew) await postBeginNotice(parley, tx, stream, name)
  })
}

function newStream(name: string, description: string, isPrivate: boolean) {
  checkStreamName(name)
  return {
    ...{ name, description, invite_only: isPrivate, is_announcement_only: false },
    history_public_to_subscribers: true,
  }
}

/** The stream that an earlier run or an import made of a channel. */
async function findKnownStream(
  parley: ParleySide,
  channel: string,
): Promise<StreamRow | undefined> {
  const db = parley.ctx.db.query
  const keys = await findImported(db, parley.scope, 'stream', [channel])
  const id = keys.get(channel)
  return id === undefined ? undefined : findStreamById(db, parley.realm.id, id)
}

async function findNamedStream(
  parley: ParleySide,
  name: string,
  choice: ChannelChoice,
): Promise<StreamRow | undefined> {
  const wanted = choice.stream ?? name
  const stream = await findStreamByName(parley.ctx.db.query, parley.realm.id, wanted)
  if (choice.stream !== undefined && !stream) {
    throw new BadRequestError(`There is no stream '${choice.stream}'.`)
  }
  if (choice.stream === undefined && stream) {
    throw new BadRequestError(
      `There is a stream '${name}' that is not from Slack: --channels '${choice.channel}=${name}' bridges it, ` +
        'another name after = another one.',
    )
  }
  return stream
}

/** The accounts of the members of a channel, without deactivated ones. */
async function membersOf(
  { parley, api, people }: Setup,
  channel: string,
): Promise<UserWithRealm[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const answer = await api.call('conversations.members', { channel, limit: 200, cursor })
    const members = Array.isArray(answer['members']) ? (answer['members'] as unknown[]) : []
    ids.push(...members.filter((each) => typeof each === 'string'))
    cursor = textOf(rowOf(answer, 'response_metadata'), 'next_cursor') || undefined
  } while (cursor !== undefined && ids.length < mostMembers)
  await people.readList()
  await people.ensure(ids)
  const realmId = parley.realm.id
  const keys = ids.flatMap((id) => {
    const person = people.find(id)
    return person ? [{ realmId, userId: person.userId }] : []
  })
  const users = await listUsersByIds(parley.ctx.db.query, keys)
  return users.filter((user) => user.deactivated_at === null && !user.is_bot)
}

const mostMembers = 10_000

function descriptionOf(row: Row): string {
  return firstText(rowOf(row, 'purpose'), 'value').replace(/\s+/g, ' ').slice(0, 1_000)
}
