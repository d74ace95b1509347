import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { countRealmDomains } from '../../../data/realms/domains'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { isMailOn } from '../../notify/mail/enqueue'
import { accessStreamById } from '../../access/streams/access-stream'
import { videoChatProviders } from '../../rules/realms/setting-kinds'
import type { RealmSettings } from '../../rules/realms/settings'
import { streamSettings } from '../../rules/realms/settings'

/**
 * Checks settings of an organization against each other, its domains and the server's configuration.
 *
 * @param chosen the settings that the requester sent; `after` also holds the unchanged ones
 * @throws BadRequestError; InvalidStreamIdError for a stream that the requester may not know of
 * Source: docs/protocol/realm-settings.md#properties.
 */
export async function checkProperties(
  ctx: Pick<AppContext, 'config' | 'sealer'>,
  tx: Tx,
  requester: Requester,
  { chosen, after }: { chosen: Partial<RealmSettings>; after: RealmSettings },
): Promise<void> {
  for (const name of streamSettings) {
    const id = chosen[name]
    if (id !== undefined && id !== -1) await accessStreamById(tx, requester, id)
  }
  const { video_chat_provider: provider, jitsi_server_url: url } = after
  const isJitsi = provider === videoChatProviders.jitsi_meet.id
  if (isJitsi && url === null && ctx.config.jitsiServerUrl === undefined) {
    // Clients build the URLs of calls from the Jitsi server's URL, and neither realm nor server has one.
    throw new BadRequestError(`Invalid video_chat_provider ${provider}`)
  }
  if (chosen.emails_restricted_to_domains === true) {
    const domains = await countRealmDomains(tx, requester.realm_id)
    if (domains === 0) {
      throw new BadRequestError('Add a domain before restricting email addresses to domains.')
    }
  }
  if (chosen.invite_required === false && !isMailOn(ctx)) {
    // Without confirmation mails, anybody could sign up with somebody else's address.
    throw new BadRequestError(
      'People join by invitation only while this server sends no mail to confirm addresses.',
    )
  }
  const { two_factor_required: whom = 'nobody' } = chosen
  if (whom !== 'nobody' && !ctx.sealer) {
    throw new BadRequestError(
      'Second factors cannot be stored: the operator of this server has to set SECRETS_KEY.',
    )
  }
  const text = chosen.welcome_message_custom_text ?? ''
  if (Buffer.byteLength(text) > sizeLimits.contentBytes) {
    throw new BadRequestError(
      `welcome_message_custom_text is too long (limit: ${sizeLimits.contentBytes} bytes)`,
    )
  }
}

/**
 * Refuses login methods that the server does not have, and a choice that would leave none enabled.
 * @throws BadRequestError
 * Source: docs/protocol/realm-settings.md#authentication-methods.
 */
export function checkAuthenticationMethods(
  known: Readonly<Record<string, { enabled: boolean; available: boolean }>>,
  chosen: Readonly<Record<string, boolean>>,
  hasProvider: boolean,
): void {
  for (const [name, isWanted] of Object.entries(chosen)) {
    const method = Object.hasOwn(known, name) ? known[name] : undefined
    if (!method) throw new BadRequestError(`Invalid authentication method: ${name}`)
    if (isWanted && !method.available) {
      throw new BadRequestError(`Authentication method ${name} is not available on this server.`)
    }
  }
  const staysOn = Object.entries(known).some(([name, { enabled }]) => chosen[name] ?? enabled)
  if (!staysOn && !hasProvider) {
    throw new BadRequestError('At least one authentication method must be enabled.')
  }
}
