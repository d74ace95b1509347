import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import type { UserRow } from '../../data/schema'
import { addressOf } from '../../wire/addresses'
import { daySeconds, issueConfirmations } from '../../chat/rules/confirmations'
import { resetPath } from '../../chat/actions/users/password-reset-mail'
import { BadRequestError } from '../../chat/rules/errors'
import { enqueueMails, isMailOn, realmUrl } from '../../chat/notify/mail/enqueue'
import { formatTimeFor } from '../../chat/notify/mail/times'
import { userSettingsOf } from '../../chat/rules/settings/user-settings'

/** Longer than for requested links, because the recipients do not expect this mail. */
const lifeSeconds = 14 * daySeconds

type Context = Pick<AppContext, 'clock' | 'config'>

/** @throws BadRequestError if the server's URL is not configured */
export function refuseLinksWithoutAddress({ config }: Pick<AppContext, 'config'>): void {
  if (config.externalUrl === undefined) {
    throw new BadRequestError(
      'Links need the address of the server: set EXTERNAL_URL as it has it.',
    )
  }
}

/**
 * Creates links for new accounts to choose a password, and mails them.
 *
 * @param subdomain subdomain of the organization
 * @returns the links by user id if the server sends no mail, for the operator to pass on; else empty
 */
export async function welcomePeople(
  ctx: Context,
  tx: Tx,
  subdomain: string,
  users: readonly UserRow[],
): Promise<ReadonlyMap<number, string>> {
  const tokens = await issueConfirmations(
    tx,
    users.map(({ realm_id: realmId, id: userId }) => ({
      ...{ realmId, userId, lifeSeconds },
      kind: 'password_reset' as const,
    })),
  )
  const base = `${realmUrl(ctx.config, subdomain)}${resetPath}`
  const links = users.map((user, index) => ({ user, link: base + (tokens[index] as string) }))
  if (!isMailOn(ctx)) return new Map(links.map(({ user, link }) => [user.id, link]))
  const expiresAt = new Date(tx.now.getTime() + lifeSeconds * 1_000)
  await enqueueMails(
    ctx,
    tx,
    links.map(({ user, link }) => {
      const settings = userSettingsOf(user)
      const locale = settings.default_language
      const until = formatTimeFor(settings, expiresAt)
      const email = addressOf(user)
      return {
        ...{
          realmId: user.realm_id,
          to: email,
          template: 'account_made' as const,
          locale,
          expiresAt,
        },
        values: { name: user.full_name, email, link, until },
      }
    }),
  )
  return new Map()
}
