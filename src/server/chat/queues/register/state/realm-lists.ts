import { Type } from '@sinclair/typebox'
import {
  onboardingStepSchema,
  realmDomainSchema,
  realmPlaygroundSchema,
} from '../../../../../shared/realm-lists'
import { presentOnboardingSteps } from '../../../../wire/realm-lists'
import { stateFamily } from './family'

/** Domains to which addresses may be restricted. Source: docs/protocol/realm-settings.md#domains. */
export const domainsState = stateFamily({
  fetchTypes: ['realm_domains'],
  own: ['realmDomains'],
  keys: { realm_domains: Type.Array(realmDomainSchema) },
  read: async ({ own }) => ({ realm_domains: await own('realmDomains') }),
})

/** Playgrounds: web pages that run code. Source: docs/protocol/realm-settings.md#playgrounds. */
export const playgroundsState = stateFamily({
  fetchTypes: ['realm_playgrounds'],
  own: ['realmPlaygrounds'],
  keys: { realm_playgrounds: Type.Array(realmPlaygroundSchema) },
  read: async ({ own }) => ({ realm_playgrounds: await own('realmPlaygrounds') }),
})

/** Onboarding hints that the requester has not seen. Source: docs/protocol/realm-settings.md#onboarding-steps. */
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
