import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { listProfileFieldRows } from '../../../data/realms/profile-fields'
import type { ProfileData, ProfileFieldRow, ProfileValue, UserRow } from '../../../data/schema'
import { lockAccounts, updateUser } from '../../../data/users/update-users'
import { findUserById, listUsersNamed } from '../../../data/users/users'
import type { UserWithRealm } from '../../../data/users/users'
import { publish } from '../../../events/publish'
import { countCharacters } from '../../../../shared/rules/characters'
import { profileValueChanged } from '../../../wire/user-events'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { realmAsWriter, renderContent } from '../../posting/rendering/rendering'
import { refuseBots } from '../../rules/permissions/roles'
import { isAdministrator } from '../../../../shared/rules/roles'
import { forUsersWhoCanSee } from '../../notify/users/user-events'
import { FieldNotEditableError, FieldNotFoundError } from '../../rules/profile-fields/errors'
import { choicesOf, isWebAddress } from '../../rules/profile-fields/field-data'
import { fieldTypes, isRendered } from '../../rules/profile-fields/types'
import { looksEmpty } from '../../../lib/characters'

/*
 * Values of profile fields. Source: docs/protocol/accounts.md#profile-data.
 */

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer'>

/** A new value for a field; '', an empty list or null removes it. */
export interface ProfileValueInput {
  id: number
  value: string | readonly number[] | null
}

/**
 * Changes values in the requester's own profile, all or nothing.
 *
 * @throws UncodedError for bots; FieldNotFoundError, FieldNotEditableError
 * @throws BadRequestError for a value that is invalid for its field
 */
export async function changeOwnProfile(
  ctx: Context,
  requester: Requester,
  wanted: readonly ProfileValueInput[],
): Promise<void> {
  refuseBots(requester)
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    const user = await findUserById(tx, requester.realm_id, requester.id)
    if (user) await changeProfile(ctx, tx, requester, user, wanted)
  })
}

/**
 * Changes values in a user's profile. The caller has locked the accounts.
 * @param requester the user, or an administrator
 */
export async function changeProfile(
  ctx: Pick<Context, 'caches' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  user: UserWithRealm,
  wanted: readonly ProfileValueInput[],
): Promise<void> {
  if (wanted.length === 0) return
  if (user.is_bot) throw new BadRequestError('Bots say nothing in profile fields.')
  const fields = await listProfileFieldRows(tx, user.realm_id)
  const checked: CheckedValue[] = []
  for (const { id, value } of wanted) {
    const field = fields.find((candidate) => candidate.id === id)
    if (!field) throw new FieldNotFoundError(id)
    if (!field.editable_by_user && !isAdministrator(requester)) throw new FieldNotEditableError()
    checked.push({ id, type: field.field_type, value: await checkValue(tx, field, value) })
  }
  await storeProfile(ctx, tx, user, checked)
}

/** A value as {@link checkValue} answers it. */
export interface CheckedValue {
  id: number
  /** Type of the field. */
  type: number
  value: string | null
}

/** Stores checked values, and publishes an event for each that changed. The caller has locked the accounts. */
export async function storeProfile(
  ctx: Pick<Context, 'caches' | 'renderer'>,
  tx: Tx,
  user: UserWithRealm,
  checked: readonly CheckedValue[],
): Promise<void> {
  const values = new Map<number, ProfileValue | null>()
  for (const { id, type, value } of checked) {
    if (value === null) values.set(id, null)
    else if (!isRendered(type)) values.set(id, { value })
    else values.set(id, await render(ctx, tx, user, value))
  }
  await storeValues(tx, user, values)
}

async function storeValues(
  tx: Tx,
  user: UserRow,
  values: ReadonlyMap<number, ProfileValue | null>,
): Promise<void> {
  const before = user.profile_data
  const news = [...values].filter(
    ([id, value]) => !isDeepStrictEqual(before[String(id)] ?? null, value),
  )
  if (news.length === 0) return
  const after: Record<string, ProfileValue | null> = { ...before, ...Object.fromEntries(news) }
  const said = Object.entries(after).filter(([, value]) => value !== null)
  const profile_data = Object.fromEntries(said) as ProfileData
  const changed = await updateUser(tx, user, { profile_data })
  await publish(
    tx,
    user.realm_id,
    news.map(([id, value]) => forUsersWhoCanSee(changed, profileValueChanged(changed, id, value))),
  )
}

async function render(
  { caches: { linkifiers }, renderer }: Pick<Context, 'caches' | 'renderer'>,
  tx: Tx,
  { realm_id, realm_settings, realm_linkifiers_version }: UserWithRealm,
  value: string,
): Promise<ProfileValue> {
  const writer = { ...realmAsWriter(realm_id), realm_settings, realm_linkifiers_version }
  const { html } = await renderContent(tx, writer, value, { linkifiers, renderer })
  return { value, rendered_value: html }
}

/** A value as it is stored; null: no value. @throws BadRequestError for a value that is invalid for its field */
export async function checkValue(
  tx: Tx,
  field: ProfileFieldRow,
  value: ProfileValueInput['value'],
): Promise<string | null> {
  if (field.field_type === fieldTypes.people) return checkPeople(tx, field, value)
  if (value === null) return null
  if (typeof value !== 'string') throw new BadRequestError(`${field.name} is not a string`)
  return looksEmpty(value) ? null : checkText(field, value)
}

/** A value of a field that names no people. @throws BadRequestError */
export function checkText(
  field: Pick<ProfileFieldRow, 'name' | 'field_type' | 'field_data'>,
  value: string,
): string {
  const { name, field_type: type } = field
  const longest = type === fieldTypes.longText ? 500 : 50
  switch (type) {
    case fieldTypes.choice:
      if (Object.hasOwn(choicesOf(field), value)) return value
      throw new BadRequestError(`'${value}' is not a valid choice for '${name}'.`)
    case fieldTypes.date:
      if (isDate(value)) return value
      throw new BadRequestError(`${name} is not a date`)
    case fieldTypes.link:
      if (value.length <= 2_000 && isWebAddress(value)) return value
      throw new BadRequestError(`${name} is not a URL`)
    default:
      if (countCharacters(value) <= longest) return value
      throw new BadRequestError(`${name} is too long (limit: ${longest} characters)`)
  }
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Checks a list of people, active or deactivated; answers their ids as JSON. */
async function checkPeople(
  tx: Tx,
  field: ProfileFieldRow,
  value: ProfileValueInput['value'],
): Promise<string | null> {
  const ids = typeof value === 'string' ? parseIds(value) : value
  if (ids === null) return null
  if (!ids) throw new BadRequestError('User IDs is not a list')
  if (ids.length === 0) return null
  if (ids.length > sizeLimits.profileFieldPeople) {
    throw new BadRequestError(
      `${field.name} is too long (limit: ${sizeLimits.profileFieldPeople} people)`,
    )
  }
  const users = await listUsersNamed(tx, field.realm_id, { ids })
  const known = new Set(users.filter((user) => !user.is_bot).map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw new BadRequestError(`Invalid user ID: ${unknown}`)
  return JSON.stringify([...new Set(ids)])
}

/** Parses a JSON list of ids; null for a blank text, undefined for any other text. */
function parseIds(text: string): number[] | null | undefined {
  if (text.trim() === '') return null
  try {
    const list: unknown = JSON.parse(text)
    const isList = Array.isArray(list) && list.every((id) => Number.isSafeInteger(id))
    return isList ? (list as number[]) : undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}
