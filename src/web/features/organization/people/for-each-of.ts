import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import type { User } from '../../../data/records/state'

/**
 * Runs an action for each user in sequence, and continues after failures.
 *
 * @throws Error that names the users for whom it failed, with reasons
 */
export async function forEachOf(
  people: readonly User[],
  act: (user: User) => Promise<unknown>,
): Promise<void> {
  const failures: string[] = []
  for (const user of people) {
    try {
      await act(user)
    } catch (error) {
      failures.push(
        people.length === 1
          ? reasonOf(error)
          : t.peopleTable.failed(user.full_name, reasonOf(error)),
      )
    }
  }
  if (failures.length > 0) throw new Error(failures.join(' '))
}
