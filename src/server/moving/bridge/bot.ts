import type { AppContext } from '../../context'
import { findBridge } from '../../data/bridges/bridges'
import { botTypes } from '../../../shared/rules/roles'
import { createBot } from '../../chat/actions/bots/create-bot'
import { realmUrl } from '../../chat/notify/mail/enqueue'
import type { Requester } from '../../chat/rules/authentication'
import { botEmailDomain } from '../../chat/rules/names'

/** The account that reads the streams of a bridge: a bot of the owner, among the subscribers where everybody sees it. */
export async function bridgeBotOf(
  ctx: Pick<AppContext, 'config' | 'db' | 'files' | 'log'>,
  owner: Requester,
  source: string,
): Promise<number> {
  const known = await findBridge(ctx.db.query, { realmId: owner.realm_id, source })
  if (known) return known.bot_id
  const name = source.replace(/[^a-z0-9]+/gi, '-').toLowerCase()
  const origin = realmUrl(ctx.config, owner.realm_string_id)
  const bot = await createBot(ctx, owner, {
    shortName: `${name}-bridge`,
    fullName: `Bridge to ${source.replace(':', ' ')}`,
    emailDomain: botEmailDomain(origin, ctx.config.externalHost),
    botType: botTypes.generic,
    service: { interfaceType: 1, payloadUrl: undefined },
  })
  return bot.user_id
}
