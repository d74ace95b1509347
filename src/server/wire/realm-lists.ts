import type { Static } from '@sinclair/typebox'
import type {
  OnboardingStepsEvent,
  RealmDomainEvent,
  RealmDomainRecord,
  RealmPlaygroundRecord,
  RealmPlaygroundsEvent,
  onboardingStepSchema,
} from '../../shared/realm-lists'

/** Source: docs/protocol/realm-settings.md#domain-events. */
export function realmDomainAdded(realm_domain: RealmDomainRecord): RealmDomainEvent {
  return { type: 'realm_domains', op: 'add', realm_domain }
}

export function realmDomainChanged(realm_domain: RealmDomainRecord): RealmDomainEvent {
  return { type: 'realm_domains', op: 'change', realm_domain }
}

export function realmDomainRemoved(domain: string): RealmDomainEvent {
  return { type: 'realm_domains', op: 'remove', domain }
}

/** Source: docs/protocol/realm-settings.md#playground-event. */
export function realmPlaygroundsReplaced(
  realm_playgrounds: readonly RealmPlaygroundRecord[],
): RealmPlaygroundsEvent {
  return { type: 'realm_playgrounds', realm_playgrounds }
}

/** Hints that clients may show once. Source: docs/protocol/realm-settings.md#onboarding-steps. */
export const onboardingStepNames = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
  'navigation_tour_video',
  'parley_tour',
  'parley_setup',
  'parley_setup_you',
  'parley_setup_name',
  'parley_setup_icon',
  'parley_setup_people',
  'parley_setup_streams',
  'parley_skipped_you',
  'parley_skipped_name',
  'parley_skipped_icon',
  'parley_skipped_people',
  'parley_skipped_streams',
] as const

/** The hints a user has not seen yet. @param seen names of the hints already seen */
export function presentOnboardingSteps(
  seen: readonly string[],
): Static<typeof onboardingStepSchema>[] {
  return onboardingStepNames
    .filter((name) => !seen.includes(name))
    .map((name) => ({ type: 'one_time_notice', name }))
}

export function onboardingStepsChanged(seen: readonly string[]): OnboardingStepsEvent {
  return { type: 'onboarding_steps', onboarding_steps: presentOnboardingSteps(seen) }
}
