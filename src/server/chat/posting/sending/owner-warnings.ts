import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { listSubscriberIds } from '../../../data/streams/subscriptions'
import type { MessageStream } from '../../../data/streams/send-targets'
import { claimOwnerWarning } from '../../../data/users/update-users'
import type { Text } from '../../../text/i18n/catalogs/catalog'
import type { Requester } from '../../rules/authentication'
import type { Addressee } from './addressees'
import { bold, code } from '../../rules/messages/quoting'
import { sendPrivatelyAs } from './system-messages'

/** The stream of a bot's message without readers: it does not exist, or has no subscribers. */
export type FutileSend = { missingStream: Addressee } | { emptyStream: MessageStream }

/**
 * Warns the owner of a bot, at most once a minute, that the bot sent to a stream that does not exist or has
 * no subscribers. Does nothing for people and for streams with subscribers.
 * Source: docs/protocol/messages.md#owner-warning.
 */
export async function warnOwner(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  bot: Requester,
  futile: FutileSend,
): Promise<void> {
  if (!bot.is_bot || bot.bot_owner_id === null) return
  if ('emptyStream' in futile) {
    const subscribers = await listSubscriberIds(tx, bot.realm_id, futile.emptyStream.id, {
      atMost: 1,
    })
    if (subscribers.length > 0) return
  }
  if (!(await claimOwnerWarning(tx, bot.realm_id, bot.id))) return
  await sendPrivatelyAs(ctx, tx, 'notification', {
    realmId: bot.realm_id,
    recipientIds: [bot.bot_owner_id],
    content: warningText(bot, futile),
  })
}

/** The warning to the bot's owner. Source: docs/protocol/messages.md#owner-warning. */
export function warningText({ full_name: name }: Requester, futile: FutileSend): Text {
  const bot = bold(name)
  return 'emptyStream' in futile
    ? (say) => say('bot.emptyStream', { bot, stream: code(futile.emptyStream.name) })
    : (say) => say('bot.unknownStream', { bot, stream: code(String(futile.missingStream)) })
}
