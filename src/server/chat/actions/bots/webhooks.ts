import type { AppContext } from '../../../context'
import { claimOwnerWarning } from '../../../data/users/update-users'
import type { Requester } from '../../rules/authentication'
import { StreamDoesNotExistError } from '../../rules/errors'
import { warningText } from '../../posting/sending/owner-warnings'
import type { Addressee } from '../../posting/sending/addressees'
import { NamedTopicNotAllowedError } from '../../rules/messages/errors'
import { plain, withoutMentions } from '../../rules/messages/quoting'
import { byIdOrName } from '../../posting/sending/addressees'
import { postAllToStream, sendAllPrivately } from '../../posting/sending/send-several'
import type { StreamPost } from '../../posting/sending/send-several'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'
import { sizeLimits } from '../../rules/limits'
import { checkStreamName } from '../../rules/texts'
import { countCharacters, firstCharacters } from '../../../../shared/rules/characters'

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer' | 'storeMessage'>

interface WebhookText {
  topic: string
  content: string
}

/** Max characters of a stream's name in the warning that it does not exist. */
const mostShownCharacters = 100

export interface WebhookDelivery {
  /** Name or id of the target stream; undefined for a private message to the owner. */
  stream: string | undefined
  /** Topic from the configuration of the webhook; replaces the integration's own. */
  topic: string | undefined
  /** Messages of one call; none for an event that is silent. */
  messages: readonly WebhookText[]
  /** Client name of the integration's messages. */
  client: string
}

/**
 * Posts the messages that an integration made of a webhook call: all or none, as callers repeat failed calls. An unknown stream is not an error for the
 * caller, who could not fix it: instead the bot's owner gets a warning together with the message.
 *
 * @throws BadRequestError when the bot may not write there or the topic is bad
 * Sources: docs/protocol/contract.md#post-external,
 * docs/protocol/decided-conflicts.md#webhook-unknown-stream, docs/protocol/webhooks.md#delivery.
 */
export async function deliverWebhook(
  ctx: Context,
  bot: Requester,
  delivery: WebhookDelivery,
): Promise<void> {
  const { messages, client } = delivery
  if (messages.length === 0) return
  if (delivery.stream === undefined) {
    const texts = messages.map(({ content }) => ({ content, client }))
    await sendAllPrivately(ctx, bot, [ownerOf(bot)], texts)
    return
  }
  const posts = messages.map(({ topic, content }) => ({
    topic: delivery.topic ?? topic,
    text: { content, client },
  }))
  const missingStream = firstCharacters(delivery.stream, mostShownCharacters)
  try {
    // No stream has so long a name.
    if (countCharacters(delivery.stream.trim()) > sizeLimits.streamNameCharacters) {
      throw new StreamDoesNotExistError(missingStream)
    }
    await postTo(ctx, bot, checkStreamName(delivery.stream), posts)
  } catch (error) {
    if (!(error instanceof StreamDoesNotExistError)) throw error
    await sendUndeliveredToOwner(ctx, bot, missingStream, posts)
  }
}

/** Sends the messages of a missing stream to the owner, each with the warning. */
async function sendUndeliveredToOwner(
  ctx: Context,
  bot: Requester,
  missingStream: string,
  posts: readonly StreamPost[],
): Promise<void> {
  const warning = warningText(bot, { missingStream })
  await ctx.db.transaction(async (tx) => {
    for (const { topic = '', text } of posts) {
      const undelivered = { topic: plain(topic), content: withoutMentions(text.content) }
      await sendPrivatelyAs(ctx, tx, 'notification', {
        realmId: bot.realm_id,
        recipientIds: [ownerOf(bot)],
        content: (say) => say('bot.undelivered', { warning: warning(say), ...undelivered }),
      })
    }
  })
}

/**
 * Posts to the stream named in a webhook URL. Digits are the id of a stream, if the bot may know of one with
 * this id, so that the URL keeps working after a rename.
 * Source: docs/protocol/webhooks.md#stream-by-id.
 */
async function postTo(
  ctx: Context,
  bot: Requester,
  to: string,
  posts: readonly StreamPost[],
): Promise<void> {
  const reference = /^[1-9][0-9]{0,14}$/.test(to) ? Number(to) : to
  await byIdOrName(reference, (stream) => postInTakenTopics(ctx, bot, stream, posts))
}

/**
 * Posts to topics, or to the empty one where the stream takes no other: the calling system could do nothing about a refusal.
 * Source: docs/protocol/webhooks.md#topic-not-taken.
 */
async function postInTakenTopics(
  ctx: Context,
  bot: Requester,
  to: Addressee,
  posts: readonly StreamPost[],
): Promise<void> {
  try {
    await postAllToStream(ctx, bot, to, posts)
  } catch (error) {
    if (!(error instanceof NamedTopicNotAllowedError)) throw error
    const inEmptyTopic = posts.map((post) => ({ ...post, topic: '' }))
    await postAllToStream(ctx, bot, to, inEmptyTopic)
  }
}

/**
 * Warns the owner of a bot, at most once a minute, that an integration receives invalid JSON.
 * Source: docs/protocol/webhooks.md#malformed-json.
 */
export async function warnOfMalformedJson(
  ctx: Context,
  bot: Requester,
  integrationName: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await claimOwnerWarning(tx, bot.realm_id, bot.id))) return
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId: bot.realm_id,
      recipientIds: [ownerOf(bot)],
      content: (say) => say('bot.malformedJson', { integration: integrationName }),
    })
  })
}

/** People may use their own API key for webhooks, and then count as the owner. */
function ownerOf(bot: Requester): number {
  return bot.bot_owner_id ?? bot.id
}
