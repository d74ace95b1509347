import type { Playground } from '../records/state'

/** The facts about a reader that change how HTML is shown. */
export interface Reader {
  ownId: number
  /** Whether times use the 24-hour clock, such as 14:05. */
  is24Hour: boolean
  /** Current name of a user. */
  nameOf(userId: number): string | undefined
  isInGroup(groupId: number): boolean
  /** Link to the private conversation with a user. */
  hrefOfPerson(userId: number): string
  /** Websites in which code can be run. */
  playgrounds: readonly Playground[]
}
