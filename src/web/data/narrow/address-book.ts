import { foldCase } from '../../../shared/rules/letter-case'
import { fold } from '../../lib/fold'
import { findStream } from '../records/records'
import type { State, Stream, User } from '../records/state'

/** Looks up names and ids of streams and users, for addresses and searches. */
export interface AddressBook {
  readonly ownId: number
  streamName(id: number): string | undefined
  /** Ignores letter case; of an archived stream only if no other has the name. */
  streamId(name: string): number | undefined
  userEmail(id: number): string | undefined
  /** Finds a user by email or full name, ignoring letter case; `me` is the reader. */
  userId(emailOrName: string): number | undefined
  /** The active user whose email or name has a word with this beginning; undefined unless exactly one matches. */
  userBeginning(text: string): number | undefined
}

export function createAddressBook(stateNow: () => Readonly<State>): AddressBook {
  const everybody = (): readonly (readonly User[])[] => {
    const { realm_users, realm_non_active_users, cross_realm_bots } = stateNow()
    return [realm_users, realm_non_active_users, cross_realm_bots]
  }
  const findUser = (isMeant: (user: User) => boolean) => {
    for (const users of everybody()) {
      const user = users.find(isMeant)
      if (user) return user
    }
    return undefined
  }

  return {
    get ownId() {
      return stateNow().user_id
    },
    streamName: (id) => findStream(stateNow(), id)?.name,
    streamId(name) {
      const wanted = foldCase(name)
      const isMeant = ({ name: own }: Stream) => foldCase(own) === wanted
      const { streams, archived } = stateNow()
      return (streams.find(isMeant) ?? archived?.streams.find(isMeant))?.stream_id
    },
    userEmail: (id) => findUser(({ user_id }) => user_id === id)?.email,
    userId(emailOrName) {
      const wanted = foldCase(emailOrName)
      if (wanted === 'me') return stateNow().user_id
      const user =
        findUser(({ email }) => foldCase(email) === wanted) ??
        findUser(({ full_name }) => foldCase(full_name) === wanted)
      return user?.user_id
    },
    userBeginning(text) {
      const wanted = fold(text)
      const found = stateNow().realm_users.filter(({ email, full_name: name }) =>
        [email, name, ...name.split(' ')].some((word) => fold(word).startsWith(wanted)),
      )
      return found.length === 1 ? found[0]?.user_id : undefined
    },
  }
}
