import type { AppContext } from '../../../context'
import type { Requester } from '../../rules/authentication'
import type { Addressee } from './addressees'
import { composeForStream, composeForUsers } from './compose-message'
import type { MessageText, MessageToStream, MessageToUsers } from './compose-message'
import { followed, postToStream, sendInTransaction, sendPrivately } from './send-message'

/*
 * Several messages of one call, such as those of a webhook: all are sent or none, so that the caller may repeat the call.
 */

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer' | 'storeMessage'>

/** A message in a topic of a stream that is named once for all. */
export interface StreamPost {
  topic: string | undefined
  text: MessageText
}

/** Sends messages to a stream; a single one as {@link postToStream} does. @throws as `postToStream` */
export async function postAllToStream(
  ctx: Context,
  sender: Requester,
  to: Addressee,
  posts: readonly StreamPost[],
): Promise<void> {
  const [first, ...others] = posts
  if (first && others.length === 0) {
    await postToStream(ctx, sender, { to, topic: first.topic }, first.text)
    return
  }
  const messages: MessageToStream[] = []
  for (const { topic, text } of posts) {
    messages.push(await composeForStream(ctx, sender, { to, topic }, text))
  }
  const ids = await sendAll(ctx, sender, messages)
  for (const [index, id] of ids.entries()) {
    const { text } = messages[index] as MessageToStream
    await followed(ctx, sender, id, text.rendered)
  }
}

/** Sends messages to the same people; a single one as {@link sendPrivately} does. @throws as `sendPrivately` */
export async function sendAllPrivately(
  ctx: Context,
  sender: Requester,
  to: readonly Addressee[],
  texts: readonly MessageText[],
): Promise<void> {
  const [first, ...others] = texts
  if (first && others.length === 0) {
    await sendPrivately(ctx, sender, to, first)
    return
  }
  const messages: MessageToUsers[] = []
  for (const text of texts) messages.push(await composeForUsers(ctx, sender, to, text))
  await sendAll(ctx, sender, messages)
}

async function sendAll(
  ctx: Context,
  sender: Requester,
  messages: readonly (MessageToStream | MessageToUsers)[],
): Promise<number[]> {
  return ctx.db.transaction(async (tx) => {
    const ids: number[] = []
    for (const message of messages) ids.push(await sendInTransaction(ctx, tx, sender, message))
    return ids
  })
}
