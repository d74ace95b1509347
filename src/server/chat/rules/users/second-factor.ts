import type { DatedQueryable } from '../../../data/engine/database'
import { findDuty } from '../../../data/identities/second-factor-duties'
import { findTotp } from '../../../data/identities/second-factors'
import type { UserWithRealm } from '../../../data/users/users'
import { isAdministrator } from '../../../../shared/rules/roles'
import { daySeconds } from '../confirmations'
import { realmSettingsOf } from '../realms/settings'

/** Days in which a person may still log in without the second factor that the organization asks for. */
const graceDays = 7

/** The second factor of a person, and the demand of the organization. */
export interface SecondFactorState {
  /** When the authenticator app was set up; undefined: there is none. */
  since: Date | undefined
  /** End of the grace, after which a password alone logs in no more; undefined: the organization asks for none. */
  dueAt: Date | undefined
}

type Person = Pick<UserWithRealm, 'realm_id' | 'id' | 'role' | 'is_bot' | 'realm_settings'>

/**
 * The state of a person's second factor. A person whom the setting reached unnoticed, such as an imported one, has grace from
 * now on: callers that let the person in store that by `noteDuties`.
 */
export async function readSecondFactor(
  db: DatedQueryable,
  person: Person,
): Promise<SecondFactorState> {
  const account = { realmId: person.realm_id, userId: person.id }
  const since = (await findTotp(db, account))?.created_at
  if (!isAskedOf(person)) return { since, dueAt: undefined }
  const beganAt = (await findDuty(db, account)) ?? db.now
  return { since, dueAt: new Date(beganAt.getTime() + graceDays * daySeconds * 1_000) }
}

/** Whether the organization asks a person for a second factor. */
function isAskedOf(person: Person): boolean {
  const { two_factor_required: whom } = realmSettingsOf(person)
  if (person.is_bot || whom === 'nobody') return false
  return whom === 'all' || isAdministrator(person)
}

/** The step after a right password: none, a code, or setting the second factor up. */
export type NextStep = 'none' | 'code' | 'setup'

/** Source: docs/protocol/second-factors.md#grace. */
export async function stepAfterPassword(db: DatedQueryable, person: Person): Promise<NextStep> {
  const { since, dueAt } = await readSecondFactor(db, person)
  if (since) return 'code'
  return dueAt && dueAt <= db.now ? 'setup' : 'none'
}
