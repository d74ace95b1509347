import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/*
 * Domains and playgrounds of a realm, and the onboarding hints a user has not seen yet.
 * Sources: docs/protocol/realm-settings.md#domains, docs/protocol/realm-settings.md#playgrounds.
 */

export const realmDomainSchema = Type.Object({
  domain: Type.String({ description: 'In lower case' }),
  allow_subdomains: Type.Boolean(),
})
export type RealmDomainRecord = Static<typeof realmDomainSchema>

export type RealmDomainEvent =
  | { type: 'realm_domains'; op: 'add' | 'change'; realm_domain: RealmDomainRecord }
  | { type: 'realm_domains'; op: 'remove'; domain: string }

export const realmPlaygroundSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  pygments_language: Type.String({ description: 'As code blocks name it: `Python`' }),
  url_template: Type.String({ description: 'RFC 6570; its one variable is `code`' }),
})
export type RealmPlaygroundRecord = Static<typeof realmPlaygroundSchema>

export interface RealmPlaygroundsEvent {
  type: 'realm_playgrounds'
  realm_playgrounds: readonly RealmPlaygroundRecord[]
}

export const onboardingStepSchema = Type.Object({
  type: Type.Literal('one_time_notice'),
  name: Type.String(),
})

export interface OnboardingStepsEvent {
  type: 'onboarding_steps'
  onboarding_steps: readonly Static<typeof onboardingStepSchema>[]
}
