import { isSameName } from '../../../shared/rules/letter-case'
import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import { roles } from '../../../shared/rules/roles'
import type { InvitationRow, ProviderSession, RealmRow, UserRow } from '../../data/schema'
import { revokeInvitationsOf, updateInvitation } from '../../data/users/invitations'
import { rememberIdentity } from '../../data/identities/identities'
import { lockAccounts } from '../../data/users/update-users'
import { findUserByAddress } from '../../data/users/users'
import { publish } from '../../events/publish'
import { addressOf } from '../../wire/addresses'
import { recordActs } from '../../chat/notify/audit-log'
import { BadRequestError, InvalidLinkError } from '../../chat/rules/errors'
import { invitationsChangedEvents } from '../../chat/notify/invitations/invitation-events'
import { enqueueMails, isMailOn, realmUrl } from '../../chat/notify/mail/enqueue'
import { person, plain } from '../../chat/rules/messages/quoting'
import { sendPrivatelyAs } from '../../chat/posting/sending/system-messages'
import { refuseConfusable } from '../../chat/rules/users/confusables'
import { checkFullName, isEmailAddress } from '../../chat/rules/names'
import { greetNewcomer } from '../../chat/actions/users/newcomers'
import { isPasswordLoginOn } from '../../chat/rules/realms/authentication-methods'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { checkTimezone } from '../../chat/rules/settings/timezones'
import { refuseAddress } from '../../chat/rules/users/address-rules'
import { addAccount, prepareAccount } from '../../chat/actions/users/create-user'
import type { PreparedAccount } from '../../chat/actions/users/create-user'
import { domainOf } from '../../chat/access/users/user-visibility'
import { applyClaimRules } from '../claims/apply-claim-rules'
import { findGrants } from '../claims/find-grants'
import { enterGroups, enterStreams } from './initial-memberships'
import { forField, RefusedFieldError } from './refusals'
import { readJoinKey, useJoinKey } from './join-key'
import type { JoinKeyInput, JoinKey } from './join-key'

/** A sign-up key and the fields of the form. */
export interface Newcomer extends JoinKeyInput {
  /** Only for the key of a link on a server that sends no mail. */
  email?: string | undefined
  fullName: string
  /** Undefined only for a sign-up by an identity provider, which has none. */
  password?: string | undefined
  timezone?: string | undefined
  acceptsTerms: boolean
  defaultStreamGroupIds: readonly number[]
}

/** A new account. */
export type Joined = UserRow & {
  /** Path to which the browser goes. */
  next: string
  /** The identity provider that vouched for the person. */
  providerSlug: string | undefined
  providerSession: ProviderSession | undefined
}

type Context = Pick<
  AppContext,
  | 'clock'
  | 'config'
  | 'db'
  | 'limits'
  | 'caches'
  | 'log'
  | 'operatorProviders'
  | 'passwordJudge'
  | 'renderer'
>

/**
 * Creates an account for the holder of a key, with the role, streams and groups of the invitation, and uses the
 * invitation up. All in one transaction.
 *
 * @throws InvalidLinkError for every fault of the key; RateLimitedError
 * @throws RefusedFieldError for an invalid field of the form
 * Source: docs/protocol/sign-up.md#signup-end.
 */
export async function join(ctx: Context, newcomer: Newcomer): Promise<Joined> {
  const joinKey = await readJoinKey(ctx, newcomer)
  const email = await chooseAddress(ctx, joinKey, newcomer)
  const account = await checkNewcomer(ctx, joinKey, newcomer, email)
  const { realm } = joinKey
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realm.id)
    const used = await useJoinKey(tx, joinKey)
    if (!used) throw new InvalidLinkError()
    const { external } = joinKey
    const granted = external && (await findGrants(ctx, tx, realm.id, external))
    const role = granted?.role ?? used.invitation?.invited_as ?? roles.member
    await refuseTaken(tx, realm.id, joinKey, email)
    const domain = domainOf(ctx.config, { realm_string_id: realm.string_id })
    await forField('full_name', () => refuseConfusable(tx, realm.id, account.full_name))
    const user = await forField('email', () =>
      addAccount(
        tx,
        realm.id,
        { ...account, role, is_address_unconfirmed: joinKey.email === null },
        domain,
      ),
    )
    const { slug, issuer, subject } = external ?? {}
    if (slug !== undefined && issuer !== undefined && subject !== undefined) {
      const owner = { realmId: realm.id, userId: user.id, slug }
      await rememberIdentity(tx, owner, { issuer, subject, address: email })
    }
    const isExternalGuest = granted?.role === roles.guest
    await settle(ctx, tx, { realm, user, newcomer, isExternalGuest, ...used })
    if (external && granted) {
      const { claims } = external
      await applyClaimRules(ctx, tx, { user, provider: granted.provider, claims })
    }
    const { next = '/', session: providerSession } = external ?? {}
    return { ...user, next, providerSlug: slug, providerSession }
  })
}

interface Settling {
  realm: RealmRow
  user: UserRow
  newcomer: Newcomer
  /** Whether the rules of a provider make the person a guest, who has no streams but those of rules and invitations. */
  isExternalGuest: boolean
  invitation?: InvitationRow
}

/** Adds a new account to streams and groups, closes its invitations, and sends greetings and notices. */
async function settle(
  ctx: Context,
  tx: Tx,
  { realm, user, newcomer, isExternalGuest, invitation }: Settling,
): Promise<void> {
  const { full_name, role } = user
  const { defaultStreamGroupIds: chosenGroupIds } = newcomer
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  const invited_by = invitation?.invited_by
  await recordActs(tx, realm.id, [
    {
      act: 'user_created',
      affected: { type: 'user', id: user.id },
      after: {
        ...{ email: addressOf(user), full_name, role },
        ...(invitation && { invited_by, invitation: invitation.id }),
      },
    },
  ])
  await forField('default_stream_groups', () =>
    enterStreams(tx, user, { invitation, isExternalGuest, chosenGroupIds }),
  )
  await enterGroups(tx, user, invitation)
  const welcomeText = invitation?.welcome_text ?? null
  await greetNewcomer(ctx, tx, user, { name: realm.name, settings, welcomeText })
  await closeInvitations(tx, user, invitation)
  if (invited_by !== undefined && invitation?.notifies_inviter) {
    const values = { who: person(user), realm: plain(realm.name) }
    await sendPrivatelyAs(ctx, tx, 'notification', {
      realmId: realm.id,
      recipientIds: [invited_by],
      content: (say) => say('invitations.accepted', values),
    })
  }
  const link = realmUrl(ctx.config, realm.string_id)
  const values = { name: full_name, email: addressOf(user), link }
  await enqueueMails(ctx, tx, [
    {
      ...{ realmId: realm.id, to: addressOf(user), template: 'account_registered', values },
      locale: settings.default_language,
    },
  ])
}

/** Marks the invitation used and revokes all others of the same address. */
async function closeInvitations(
  tx: Tx,
  user: UserRow,
  invitation: InvitationRow | undefined,
): Promise<void> {
  const { realm_id: realmId } = user
  const isUsedUp = invitation !== undefined && invitation.email !== null
  if (isUsedUp) await updateInvitation(tx, realmId, invitation.id, { used_at: tx.now })
  const others = await revokeInvitationsOf(tx, realmId, addressOf(user))
  const closed = [...(isUsedUp ? [invitation] : []), ...others]
  await publish(tx, realmId, invitationsChangedEvents(closed))
}

/** The address that the key confirms; or, if the server sends no mail, the one from the form. */
async function chooseAddress(ctx: Context, joinKey: JoinKey, { email }: Newcomer): Promise<string> {
  if (joinKey.email !== null) {
    if (email !== undefined && !isSameName(email.trim(), joinKey.email)) {
      throw new RefusedFieldError('email', 'The link is for another address.')
    }
    return joinKey.email
  }
  if (isMailOn(ctx)) {
    throw new RefusedFieldError('email', 'Please confirm your address first.')
  }
  if (email === undefined) throw new RefusedFieldError('email', 'Please give your address.')
  return email.trim()
}

/** Checks the fields of the form and hashes the password, which is slow. */
async function checkNewcomer(
  ctx: Context,
  { realm, external }: JoinKey,
  { fullName, password, timezone = '', acceptsTerms, ip }: Newcomer,
  email: string,
): Promise<PreparedAccount> {
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  await forField('email', async () => {
    if (!isEmailAddress(email)) throw new BadRequestError('Invalid address.')
    await refuseAddress(ctx.db.query, realm.id, settings, email)
  })
  await forField('full_name', () => checkFullName(fullName))
  await forField('timezone', () => checkTimezone(timezone))
  if (ctx.config.termsUrl !== undefined && !acceptsTerms) {
    throw new RefusedFieldError('terms_accepted', 'Please accept the terms of service.')
  }
  if (!external && !isPasswordLoginOn(realm.settings)) {
    throw new RefusedFieldError('password', 'Please log in by an identity provider.')
  }
  if (external ? password !== undefined : password === undefined) {
    throw new RefusedFieldError(
      'password',
      external ? 'This account has no password.' : 'Please choose a password.',
    )
  }
  // Every attempt costs the hashing of a password.
  await ctx.limits.consumeLogin({ ip, account: `${realm.id}:${email}` })
  const prepared = await forField('password', () =>
    prepareAccount(ctx, { email, fullName, password, role: roles.member }),
  )
  return { ...prepared, timezone }
}

/** @throws InvalidLinkError if the key's address has an account by now; RefusedFieldError if the given one has */
async function refuseTaken(
  tx: Tx,
  realmId: number,
  joinKey: JoinKey,
  email: string,
): Promise<void> {
  if (!(await findUserByAddress(tx, realmId, email))) return
  if (joinKey.email !== null) throw new InvalidLinkError()
  throw new RefusedFieldError('email', `Email '${email}' already in use`)
}
