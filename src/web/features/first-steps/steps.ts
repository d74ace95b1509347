import { call } from '../../data/api/call'
import type { Store } from '../../data/store/store'

/**
 * Names under which the server stores seen hints.
 * Source: docs/protocol/realm-settings.md#onboarding-own.
 */
export type HintName = 'parley_tour' | 'parley_setup' | `parley_${'setup' | 'skipped'}_${SetupPart}`

export const setupParts = ['you', 'name', 'icon', 'people', 'streams'] as const
export type SetupPart = (typeof setupParts)[number]

/** Whether the user has not yet seen the hint, or done its step. */
export function isPending(store: Store, hint: HintName): boolean {
  return store.read('onboarding_steps').some(({ name }) => name === hint)
}

/** Marks a hint as seen, for all clients of the user. @throws as `call` */
export async function markSeen(hint: HintName): Promise<void> {
  await call('POST /users/me/onboarding_steps', { onboarding_step: hint })
}

/** Default names that the server gives to the first owner and the organization. */
const madeUp = { owner: 'Owner', organization: 'Parley' }

/** Number of streams in a new organization. */
const firstStreams = 2

/** From this number of people on, the organization counts as set up. */
const enoughPeople = 10

/** Whether a step was skipped, and not done since. */
export function isSkipped(store: Store, part: SetupPart): boolean {
  return !isPending(store, `parley_skipped_${part}`) && !isDone(store, part)
}

/** Whether a step is done, or its result exists already. */
export function isDone(store: Store, part: SetupPart): boolean {
  if (!isPending(store, `parley_setup_${part}`)) return true
  switch (part) {
    case 'you':
      return store.user(store.state.user_id)?.full_name !== madeUp.owner
    case 'name':
      return store.read('realm_name') !== madeUp.organization
    case 'icon':
      return store.read('realm_icon_source') === 'U'
    case 'people':
      return countPeople(store) > 1
    case 'streams':
      return store.read('streams').length > firstStreams
  }
}

/** Whether the organization is new. */
export function isNew(store: Store): boolean {
  return countPeople(store) < enoughPeople
}

function countPeople(store: Store): number {
  return store.read('realm_users').filter(({ is_bot }) => !is_bot).length
}
