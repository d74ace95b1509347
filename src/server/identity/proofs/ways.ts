import type { AppContext } from '../../context'
import type { Requester } from '../../chat/rules/authentication'
import { isMailOn } from '../../chat/notify/mail/enqueue'
import { listProviderSlugsOf } from '../../data/identities/identities'
import { stepAfterPassword } from '../../chat/rules/users/second-factor'
import type { NextStep } from '../../chat/rules/users/second-factor'
import { isPasswordLoginOn } from '../../chat/rules/realms/authentication-methods'
import { listOpenProviders } from '../providers/find-providers'
import type { ProviderSource } from '../providers/find-providers'
import { pathToLogInAgain } from '../providers/kinds'
import type { ProviderKind } from '../../../shared/rules/identity-providers'
import type { Way } from '../../../shared/proofs'

/*
 * The ways in which a person proves again to be who the session says. Source: docs/protocol/step-up.md#ways.
 */

type Context = ProviderSource & Pick<AppContext, 'config'>

/** Answers the ways of one kind that are open to a person. */
type Offer = (ctx: Context, requester: Requester) => Promise<readonly Way[]> | readonly Way[]

/**
 * The factor that is asked beside a password or a mail, which are one factor only: then neither proves who is there.
 * @returns `setup`: the organization demands one, and there is none
 */
export async function secondFactorOf(
  { db }: Pick<Context, 'db'>,
  requester: Requester,
): Promise<NextStep> {
  return stepAfterPassword(db.dated(), requester)
}

export function hasUsablePassword({
  password_hash: hash,
  realm_settings: settings,
}: Pick<Requester, 'password_hash' | 'realm_settings'>): boolean {
  return hash !== null && isPasswordLoginOn(settings)
}

const password: Offer = (_ctx, requester) =>
  hasUsablePassword(requester) ? [{ kind: 'password' }] : []

/** Whether a person proves by a code by mail: where people log in so, and without a password. */
export function mayUseCode(
  ctx: Pick<Context, 'config'>,
  { password_hash: hash, realm_settings: settings, is_bot: isBot }: Requester,
): boolean {
  return hash === null && !isBot && isPasswordLoginOn(settings) && isMailOn(ctx)
}

const code: Offer = (ctx, requester) => (mayUseCode(ctx, requester) ? [{ kind: 'email_code' }] : [])

/** A login by the provider, which makes a new session. */
const providers: Offer = async (ctx, { realm_id: realmId, id: userId }) => {
  const slugs = new Set(await listProviderSlugsOf(ctx.db.query, { realmId, userId }))
  if (slugs.size === 0) return []
  const open = await listOpenProviders(ctx, realmId)
  return open
    .filter(({ slug }) => slugs.has(slug))
    .flatMap(({ kind, slug, display_name }) => {
      const path = pathToLogInAgain({ kind: kind as ProviderKind, slug })
      if (path === undefined) return []
      return [{ ...{ kind: 'provider' as const, slug, display_name }, login_url: path }]
    })
}

const app: Offer = () => [{ kind: 'totp' }]

/** The ways in the order of display, by the factor that is asked beside a password. A further kind is a further entry. */
const offers: Readonly<Record<NextStep, readonly Offer[]>> = {
  none: [password, providers, code],
  code: [app, providers],
  setup: [providers],
}

/** The ways that are open to a person; none after a login link, for example. */
export async function listWays(ctx: Context, requester: Requester): Promise<Way[]> {
  const open = offers[await secondFactorOf(ctx, requester)]
  const offered = await Promise.all(open.map(async (offer) => offer(ctx, requester)))
  return offered.flat()
}
