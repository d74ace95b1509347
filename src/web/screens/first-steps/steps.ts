import { call } from '../../api/call'
import type { Store } from '../../store/store'

/**
 * The names under which the server keeps what somebody has seen of this.
 * Source: docs/protocol/realm-settings.md#onboarding-own.
 */
export type HintName = 'parley_tour' | 'parley_setup' | `parley_setup_${SetupPart}`

export const setupParts = ['you', 'name', 'icon', 'people', 'streams'] as const
export type SetupPart = (typeof setupParts)[number]

/** Whether somebody has not yet seen, done or skipped it. */
export function isPending(store: Store, hint: HintName): boolean {
  return store.read('onboarding_steps').some(({ name }) => name === hint)
}

/** Notes that it need not be shown again, to any of their clients. @throws as `call` */
export async function markSeen(hint: HintName): Promise<void> {
  await call('POST', '/users/me/onboarding_steps', { onboarding_step: hint })
}

/** As the server names who starts it, and what they start. */
const madeUp = { owner: 'Owner', organisation: 'Parley' }

/** The streams that every organisation begins with. */
const firstStreams = 2

/** From so many people on, somebody has done all this in another way. */
const enoughPeople = 10

/** Whether a part was done, whoever did it and wherever. */
export function isDone(store: Store, part: SetupPart): boolean {
  if (!isPending(store, `parley_setup_${part}`)) return true
  switch (part) {
    case 'you':
      return store.user(store.state.user_id)?.full_name !== madeUp.owner
    case 'name':
      return store.read('realm_name') !== madeUp.organisation
    case 'icon':
      return store.read('realm_icon_source') === 'U'
    case 'people':
      return countPeople(store) > 1
    case 'streams':
      return store.read('streams').length > firstStreams
  }
}

/** Whether the organisation is one that its owner has just begun. */
export function isNew(store: Store): boolean {
  return countPeople(store) < enoughPeople
}

function countPeople(store: Store): number {
  return store.read('realm_users').filter(({ is_bot }) => !is_bot).length
}
