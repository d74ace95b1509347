import type { AppContext } from '../../../context'
import { claimOwnerWarning } from '../../../data/users/update-users'
import type { Requester } from '../../rules/authentication'
import { StreamDoesNotExistError } from '../../rules/errors'
import { warningText } from '../../posting/sending/owner-warnings'
import type { MessageText, StreamPlace } from '../../posting/sending/compose-message'
import { NamedTopicNotAllowedError } from '../../rules/messages/errors'
import { plain, withoutMentions } from '../../rules/messages/quoting'
import { postToStream, sendPrivately } from '../../posting/sending/send-message'
import { sendPrivatelyAs } from '../../posting/sending/system-messages'
import { checkStreamName } from '../../rules/texts'

type Context = Pick<AppContext, 'db' | 'memory' | 'renderer' | 'storeMessage'>

export interface WebhookDelivery {
  /** Name or id of the target stream; undefined for a private message to the owner. */
  stream: string | undefined
  /** Topic from the configuration of the webhook; replaces the integration's own. */
  topic: string | undefined
  message: { topic: string; content: string }
  /** Client name of the integration's messages. */
  client: string
}

/**
 * Posts the message that an integration made of a webhook call. An unknown stream is not an error for the
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
  const { message, client } = delivery
  if (delivery.stream === undefined) {
    await sendPrivately(ctx, bot, [ownerOf(bot)], { content: message.content, client })
    return
  }
  const topic = delivery.topic ?? message.topic
  try {
    const stream = checkStreamName(delivery.stream)
    await postTo(ctx, bot, { to: stream, topic }, { content: message.content, client })
  } catch (error) {
    if (!(error instanceof StreamDoesNotExistError)) throw error
    const warning = warningText(bot, { missingStream: delivery.stream })
    const undelivered = { topic: plain(topic), content: withoutMentions(message.content) }
    await ctx.db.transaction((tx) =>
      sendPrivatelyAs(ctx, tx, 'notification', {
        realmId: bot.realm_id,
        recipientIds: [ownerOf(bot)],
        content: (say) => say('bot.undelivered', { warning: warning(say), ...undelivered }),
      }),
    )
  }
}

/**
 * Posts to the stream named in a webhook URL. Digits are the id of a stream, if the bot may know of one with
 * this id, so that the URL keeps working after a rename.
 * Source: docs/protocol/webhooks.md#stream-by-id.
 */
async function postTo(
  ctx: Context,
  bot: Requester,
  { to, topic }: { to: string; topic: string },
  text: MessageText,
): Promise<void> {
  if (/^[1-9][0-9]{0,14}$/.test(to)) {
    try {
      await postInTakenTopic(ctx, bot, { to: Number(to), topic }, text)
      return
    } catch (error) {
      if (!(error instanceof StreamDoesNotExistError)) throw error
    }
  }
  await postInTakenTopic(ctx, bot, { to, topic }, text)
}

/**
 * Posts to a topic, or to the empty one where the stream takes no other: the calling system could do nothing about a refusal.
 * Source: docs/protocol/webhooks.md#topic-not-taken.
 */
async function postInTakenTopic(
  ctx: Context,
  bot: Requester,
  place: StreamPlace,
  text: MessageText,
): Promise<void> {
  try {
    await postToStream(ctx, bot, place, text)
  } catch (error) {
    if (!(error instanceof NamedTopicNotAllowedError)) throw error
    await postToStream(ctx, bot, { ...place, topic: '' }, text)
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
