import { reasonOf } from '../../../api/errors'
import * as t from '../../../i18n/en'
import type { User } from '../../../store/state'

/**
 * Does something with each of some people, one after the other; that it fails for some does not spare the others.
 * @throws Error that names those for whom it could not be done, and why
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
