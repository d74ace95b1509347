import type { AppContext } from '../../../context'
import { listParticipantIds } from '../../../data/messages/dm-groups'
import { findStreamOfMessage } from '../../../data/streams/streams'
import { listSubscribersNotToldOfTyping as listUntold } from '../../../data/users/list-users'
import { listUsersNamed } from '../../../data/users/users'
import type { UserRow } from '../../../data/schema'
import type { Audience } from '../../../events/audience'
import { publishEphemeral } from '../../../events/publish'
import { typingOps } from '../../../../shared/typing'
import { typingInEdit, typingPrivately, typingToStream } from '../../../wire/typing'
import type { EditedPlace, TypingOp } from '../../../../shared/typing'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { accessMessage } from '../../access/messages/access-message'
import { WidgetEditError } from '../../rules/messages/errors'
import { checkContentEdit } from '../../access/messages/policy'
import { accessRecipients, accessStreamToSend } from '../../posting/sending/addressees'
import type { Addressee } from '../../posting/sending/addressees'
import { whoSeesMessage } from '../../access/messages/message-visibility'
import { userSettingsOf } from '../../rules/settings/user-settings'
import { checkTopic, checkStreamName } from '../../rules/texts'
import { identityOf } from '../../rules/realms/settings'

type Context = Pick<AppContext, 'audiences' | 'db' | 'events' | 'log' | 'metrics'>

/**
 * Notifies the members of a private conversation, including the requester's own clients, that the requester
 * starts or stops typing. The conversation need not exist yet.
 *
 * @param op `start` or `stop`
 * @param to the other members; the requester need not be named
 * @throws BadRequestError for another op, no recipients, and recipients who cannot be written to
 * Source: docs/protocol/presence.md#typing-private.
 */
export async function typePrivately(
  ctx: Context,
  requester: Requester,
  op: string,
  to: readonly Addressee[],
): Promise<void> {
  const known = checkOp(op)
  if (to.length === 0) throw new BadRequestError("Missing parameter: 'to' (recipient)")
  const others = await accessRecipients(ctx.db.query, requester, to)
  const participants = [...others.filter(({ id }) => id !== requester.id), requester].sort(
    (a, b) => a.id - b.id,
  )
  await publishEphemeral(ctx, requester.realm_id, [
    {
      event: typingPrivately(known, requester, participants),
      audience: {
        userIds: participants.filter(wantsToKnow).map(({ id }) => id),
        ...aboutTypist(requester),
      },
    },
  ])
}

interface TypingInStream {
  op: string
  /** Its id, or its name. */
  stream: Addressee | undefined
  topic: string | undefined
}

/**
 * Notifies subscribers of a stream, if their clients declare the capability, that the requester starts or
 * stops typing in a topic.
 *
 * @throws StreamDoesNotExistError for a missing stream and for a stream hidden from the requester
 * @throws BadRequestError for another op, a bad topic, or when the requester may not write there
 * Source: docs/protocol/presence.md#typing-stream.
 */
export async function typeToStream(
  ctx: Context,
  requester: Requester,
  { op, stream, topic }: TypingInStream,
): Promise<void> {
  const known = checkOp(op)
  if (stream === undefined) throw new BadRequestError('Missing stream_id')
  if (topic === undefined) throw new BadRequestError('Missing topic')
  const checkedTopic = checkTopic(topic)
  if (typeof stream === 'string') checkStreamName(stream)
  // Read from the database, not the cache: former subscribers of a private stream must neither send nor get
  // typing events.
  const { id, subscribers_version } = await accessStreamToSend(ctx.db.dated(), requester, stream)
  await publishEphemeral(ctx, requester.realm_id, [
    {
      event: typingToStream(known, requester, id, checkedTopic),
      audience: {
        subscribersOf: { streamId: id, version: subscribers_version },
        except: await listUntold(ctx.db.query, requester.realm_id, id),
        ...aboutTypist(requester),
      },
      condition: { capability: 'stream_typing_notifications', isDeclared: true },
    },
  ])
}

/**
 * Notifies the readers of a message that the requester starts or stops editing it. For stream messages, only
 * clients that declare the capability are notified.
 *
 * @throws BadRequestError for another op; InvalidMessageError; ApiError of rules/messages/errors.ts if the requester
 * may not edit it
 * Source: docs/protocol/presence.md#typing-edit.
 */
export async function typeInEdit(
  ctx: Context,
  requester: Requester,
  messageId: number,
  op: string,
): Promise<void> {
  const known = checkOp(op)
  const { message, stream, participantIds, sights } = await ctx.db.transaction(async (tx) => {
    const message = await accessMessage(tx, requester, messageId)
    checkContentEdit(tx, requester, message)
    if (message.is_widget) throw new WidgetEditError()
    const { realm_id: realmId, stream_id: streamId, dm_group_id: groupId } = message
    const stream = streamId === null ? undefined : await findStreamOfMessage(tx, realmId, streamId)
    const participantIds = groupId === null ? [] : await listParticipantIds(tx, realmId, groupId)
    const sights = await whoSeesMessage(tx, requester, message, stream)
    return { message, stream, participantIds, sights }
  })
  const recipient: EditedPlace = stream
    ? { type: 'channel', channel_id: stream.id, topic: message.topic }
    : { type: 'direct', user_ids: participantIds }
  const event = typingInEdit(known, requester, messageId, recipient)
  const except = stream
    ? await listUntold(ctx.db.query, requester.realm_id, stream.id)
    : await listUntoldAmong(ctx, requester, participantIds)
  const condition = { capability: 'stream_typing_notifications', isDeclared: true } as const
  await publishEphemeral(
    ctx,
    requester.realm_id,
    sights
      .filter(({ after }) => after.length > 0)
      .map(({ audience }) => ({
        event,
        audience: { ...audience, except, ...aboutTypist(requester) },
        ...(stream ? { condition } : {}),
      })),
  )
}

/** Source: docs/protocol/accounts.md#receives-typing. */
function wantsToKnow(user: UserRow): boolean {
  return userSettingsOf(user).receives_typing_notifications
}

async function listUntoldAmong(
  { db }: Pick<AppContext, 'db'>,
  { realm_id: realmId }: Requester,
  ids: readonly number[],
): Promise<number[]> {
  const users = await listUsersNamed(db.query, realmId, { ids })
  return users.filter((user) => !wantsToKnow(user)).map(({ id }) => id)
}

/** Excludes limited guests who may not know the requester. */
function aboutTypist(requester: Requester): Pick<Audience, 'about'> {
  const about = identityOf(requester)
  return about === undefined ? {} : { about }
}

function checkOp(op: string): TypingOp {
  const known = typingOps.find((candidate) => candidate === op)
  if (!known) throw new BadRequestError("Invalid 'op' value (should be start or stop)")
  return known
}
