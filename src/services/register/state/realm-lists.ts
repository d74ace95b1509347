import { Type } from '@sinclair/typebox'
import {
  onboardingStepSchema,
  presentOnboardingSteps,
  realmDomainSchema,
  realmPlaygroundSchema,
} from '../../../wire/realm-lists'
import { stateFamily } from './family'

/** Domains that addresses may be restricted to. Source: docs/protocol/realm-settings.md#domains. */
export const domainsState = stateFamily({
  fetchTypes: ['realm_domains'],
  own: ['realmDomains'],
  keys: { realm_domains: Type.Array(realmDomainSchema) },
  read: async ({ own }) => ({ realm_domains: await own('realmDomains') }),
})

/** Pages where code can be tried. Source: docs/protocol/realm-settings.md#playgrounds. */
export const playgroundsState = stateFamily({
  fetchTypes: ['realm_playgrounds'],
  own: ['realmPlaygrounds'],
  keys: { realm_playgrounds: Type.Array(realmPlaygroundSchema) },
  read: async ({ own }) => ({ realm_playgrounds: await own('realmPlaygrounds') }),
})

/** Hints that are still to be shown. Source: docs/protocol/realm-settings.md#onboarding-steps. */
export const onboardingState = stateFamily({
  fetchTypes: ['onboarding_steps'],
  own: ['seenSteps'],
  keys: {
    onboarding_steps: Type.Array(onboardingStepSchema),
    navigation_tour_video_url: Type.Null(),
  },
  read: async ({ own }) => ({
    onboarding_steps: presentOnboardingSteps(await own('seenSteps')),
    navigation_tour_video_url: null,
  }),
})
