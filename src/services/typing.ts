import type { AppContext } from '../context'
import { publishEphemeral } from '../events/publish'
import { typingOps, typingPrivately, typingToStream } from '../wire/typing'
import type { TypingOp } from '../wire/typing'
import type { Requester } from './authentication'
import { BadRequestError } from './errors'
import { accessRecipients, accessStreamToSend } from './messages/sending/addressees'
import type { Addressee } from './messages/sending/addressees'
import { checkTopic, checkStreamName } from './texts'

type Context = Pick<AppContext, 'audiences' | 'db' | 'events' | 'log' | 'metrics'>

/**
 * Tells everybody in a private conversation, the requester's own clients included, that the
 * requester types there, or does not any more. The conversation need not exist yet.
 *
 * @param op `start` or `stop`
 * @param to the others; the requester takes part without being named
 * @throws BadRequestError for another op, no recipients, and those who cannot be written to
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
      audience: { userIds: participants.map(({ id }) => id) },
    },
  ])
}

/**
 * Tells subscribers of a stream that the requester types in one of its topics, or does not any
 * more: those whose clients say that they want to know.
 *
 * @param stream its id
 * @throws StreamDoesNotExistError for a missing stream and for one the requester may not know of
 * @throws BadRequestError for another op, a bad topic, or when the requester may not write there
 * Source: docs/protocol/presence.md#typing-stream.
 */
export async function typeToStream(
  ctx: Context,
  requester: Requester,
  op: string,
  stream: Addressee | undefined,
  topic: string | undefined,
): Promise<void> {
  const known = checkOp(op)
  if (stream === undefined) throw new BadRequestError('Missing stream_id')
  const checkedTopic = checkTopic(topic)
  if (typeof stream === 'string') checkStreamName(stream)
  // As it is now: who has left a private stream neither tells nor is told of it.
  const { id, subscribers_version } = await accessStreamToSend(ctx.db.query, requester, stream)
  await publishEphemeral(ctx, requester.realm_id, [
    {
      event: typingToStream(known, requester, id, checkedTopic),
      audience: { subscribersOf: { streamId: id, version: subscribers_version } },
      condition: { capability: 'stream_typing_notifications', isDeclared: true },
    },
  ])
}

function checkOp(op: string): TypingOp {
  const known = typingOps.find((candidate) => candidate === op)
  if (!known) throw new BadRequestError("Invalid 'op' value (should be start or stop)")
  return known
}
