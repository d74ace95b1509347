import { computed } from '@preact/signals-core'
import type { Store } from '../store/store'
import type { User } from '../store/state'

/** Everybody whom the app may have to name: former people and the system's bots, too. */
export interface People {
  /** The reader is run again when somebody's record changes. */
  find(id: number): User | undefined
}

export function createPeople(store: Pick<Store, 'read'>): People {
  const byId = computed(() => {
    const users = [
      ...store.read('cross_realm_bots'),
      ...store.read('realm_non_active_users'),
      ...store.read('realm_users'),
    ]
    return new Map(users.map((user) => [user.user_id, user]))
  })
  return { find: (id) => byId.value.get(id) }
}
