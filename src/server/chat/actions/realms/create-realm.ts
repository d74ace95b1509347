import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { insertSystemGroups } from '../../../data/groups/groups'
import {
  findRealmByStringId,
  getRealm,
  insertRealm,
  listDefaultStreams,
  updateRealm,
} from '../../../data/realms/realms'
import { botTypes, roles } from '../../../../shared/rules/roles'
import type { RealmRow, StreamRow, UserRow } from '../../../data/schema'
import { insertUser } from '../../../data/users/update-users'
import { findUserByApiKey } from '../../../data/users/users'
import { sayingIn } from '../../../text/i18n/languages'
import { createApiKey, makeUpPassword } from '../../rules/credentials'
import { BadRequestError } from '../../rules/errors'
import { sendPrivatelyAs, sendToStreamAs } from '../../posting/sending/system-messages'
import { isEmailAddress, localPartOf } from '../../rules/names'
import { createStreams } from '../streams/lifecycle'
import { subscribeUsers } from '../streams/subscribe'
import { systemBots } from '../../rules/system-bots'
import type { PasswordContext } from '../../rules/passwords/strength'
import { addAccount, prepareAccount } from '../users/create-user'
import type { PreparedAccount } from '../users/create-user'
import { subdomainPattern } from './find-realm'
import { realmSettingsOf } from '../../rules/realms/settings'
import { greetingOfOwner, greetingOfStream, greetingTopic, welcomeStreams } from '../users/welcome'
import { visibly } from '../../../lib/characters'

type Context = PasswordContext & Pick<AppContext, 'db' | 'caches' | 'renderer'>

export interface NewRealm {
  /** Subdomain of the realm; '' is the default one. */
  stringId: string
  name: string
  owner: {
    email: string
    fullName: string
    /** Password; generated unless given. */
    password?: string | undefined
    /** API key; generated unless given. */
    apiKey?: string | undefined
  }
}

export interface CreatedRealm {
  realm: RealmRow
  owner: UserRow
  /** The owner's password, present only if it was generated here. */
  password?: string
  apiKey: string
  streams: StreamRow[]
}

/**
 * Creates an organization with its owner, the system bots, and two streams, one with a greeting by
 * Welcome Bot. If two workers create the same realm at once, one succeeds.
 *
 * @throws BadRequestError for a realm that exists, and for invalid data of the realm or its owner
 */
export async function createRealm(ctx: Context, request: NewRealm): Promise<CreatedRealm> {
  const created = await createRealmOnce(ctx, request)
  if (!created) throw new BadRequestError(`There is an organization '${request.stringId}' already.`)
  return created
}

/** Called in the transaction that creates a realm, before the commit; throwing rolls the realm back. */
export type BeforeCommit = (created: CreatedRealm) => Promise<void>

/**
 * Creates the realm of the root domain at the first start, with the owner from the configuration.
 * Answers undefined if the realm exists already or another worker is creating it.
 *
 * @param beforeCommit called only by the worker that creates the realm
 * @throws BadRequestError for an invalid owner in the configuration; any error of `beforeCommit`
 */
export async function ensureDefaultRealm(
  ctx: Context,
  beforeCommit?: BeforeCommit,
): Promise<CreatedRealm | undefined> {
  // At most starts the realm exists; return before hashing a password.
  if (await findRealmByStringId(ctx.db.query, '')) return undefined
  const { owner, realmName } = ctx.config
  const request = { stringId: '', name: realmName, owner: { ...owner, fullName: 'Owner' } }
  return createRealmOnce(ctx, request, beforeCommit)
}

/** {@link createRealm}, but answers undefined for a realm that exists. */
async function createRealmOnce(
  ctx: Context,
  request: NewRealm,
  beforeCommit?: BeforeCommit,
): Promise<CreatedRealm | undefined> {
  const { stringId: string_id, name } = checkRealm(request)
  const { email } = request.owner
  if (!isEmailAddress(email)) throw new BadRequestError(`'${email}' is not an email address.`)
  const madeUpPassword = request.owner.password === undefined ? makeUpPassword() : undefined
  const account = await prepareAccount(ctx, {
    ...request.owner,
    password: request.owner.password ?? madeUpPassword,
    role: roles.owner,
  })

  return ctx.db.transaction(async (tx) => {
    // The unique index makes this insert wait for another worker that is creating the same realm.
    const realm = await insertRealm(tx, { string_id, name, description: '' })
    if (!realm) return undefined
    await refuseForeignKey(tx, account.api_key)
    await insertSystemGroups(tx, realm.id)
    await addSystemBots(tx, realm.id)
    const owner = await addAccount(tx, realm.id, account, '')
    const streams = await addWelcomeStreams(ctx, tx, realm, owner)
    const created = {
      realm: await getRealm(tx, realm.id),
      owner,
      ...(madeUpPassword === undefined ? {} : { password: madeUpPassword }),
      apiKey: owner.api_key,
      streams,
    }
    await beforeCommit?.(created)
    return created
  })
}

/**
 * Creates an organization for an import: without an owner or streams, and deactivated until the import ends.
 * @throws BadRequestError for one that exists
 */
export async function createBareRealm(
  tx: Tx,
  { stringId, name }: Pick<NewRealm, 'stringId' | 'name'>,
): Promise<RealmRow> {
  const realm = await insertRealm(tx, { string_id: stringId, name, description: '' })
  if (!realm) throw new BadRequestError(`There is an organization '${stringId}' already.`)
  await insertSystemGroups(tx, realm.id)
  await addSystemBots(tx, realm.id)
  await updateRealm(tx, realm.id, { deactivated_at: tx.now })
  return getRealm(tx, realm.id)
}

function checkRealm({ stringId, name }: NewRealm): Pick<NewRealm, 'stringId' | 'name'> {
  if (!subdomainPattern.test(stringId)) {
    throw new BadRequestError(
      'The subdomain of an organization has at most 40 lower-case letters, digits and hyphens.',
    )
  }
  return { stringId, name: checkRealmName(name) }
}

/**
 * The name of an organization, trimmed as it is stored.
 * @throws BadRequestError
 */
export function checkRealmName(name: string): string {
  const trimmed = visibly(name)
  if (trimmed === '' || trimmed.length > 100) {
    throw new BadRequestError('The name of an organization has 1 to 100 characters.')
  }
  return trimmed
}

/** API keys are unique across realms, and the owner's key may have been given rather than generated. */
async function refuseForeignKey(tx: Tx, apiKey: PreparedAccount['api_key']): Promise<void> {
  if (await findUserByApiKey(tx, apiKey)) {
    throw new BadRequestError('Another account has this API key.')
  }
}

async function addSystemBots(tx: Tx, realmId: number): Promise<void> {
  for (const { email, fullName } of Object.values(systemBots)) {
    await insertUser(tx, {
      realm_id: realmId,
      email,
      full_name: fullName,
      short_name: localPartOf(email),
      role: roles.member,
      is_bot: true,
      bot_type: botTypes.generic,
      is_system_bot: true,
      api_key: createApiKey(),
      date_joined: tx.now,
    })
  }
}

async function addWelcomeStreams(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  realm: RealmRow,
  owner: UserRow,
): Promise<StreamRow[]> {
  const { default_language: language } = realmSettingsOf({ realm_settings: realm.settings })
  const begun = welcomeStreams(sayingIn(language))
  const creator = { realm_id: realm.id, id: owner.id }
  const created = await createStreams(tx, creator, Object.values(begun))
  await subscribeUsers(tx, realm.id, { users: [owner], streams: created })

  // Read the rows again: subscribing the owner changed `subscribers_version`, which the audience uses.
  const streams = await listDefaultStreams(tx, realm.id)
  const named = (name: string) => streams.find((stream) => stream.name === name) as StreamRow
  const general = named(begun.general.name)
  const announce = named(begun.announce.name)
  await updateRealm(tx, realm.id, { notifications_stream_id: announce.id })

  await sendToStreamAs(ctx, tx, 'welcome', [
    { stream: general, topic: greetingTopic, content: greetingOfStream(realm.name, general) },
  ])
  await sendPrivatelyAs(ctx, tx, 'welcome', {
    realmId: realm.id,
    recipientIds: [owner.id],
    content: greetingOfOwner(realm.name),
  })
  return [general, announce]
}
