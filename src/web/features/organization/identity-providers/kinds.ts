import type { AnswerOf } from '../../../../shared/calls'
import * as t from '../../../texts/catalog'

export type Provider = AnswerOf<'GET /realm/identity_providers'>['identity_providers'][number]
export type Kind = Provider['kind']

/** Names of the kinds, most of them those of companies. */
export const kindNames: Readonly<Record<Kind, string>> = {
  oidc: t.identityProviders.openId,
  google: 'Google',
  entra: 'Microsoft Entra',
  gitlab: 'GitLab',
  github: 'GitHub',
  discord: 'Discord',
}

export const kinds = Object.keys(kindNames) as Kind[]

/** Options that a kind has beside those of all. Source: docs/protocol/single-sign-on.md#kinds. */
export const optionsOf: Readonly<Record<Kind, readonly ('issuer' | 'tenant' | 'hosted_domain')[]>> =
  {
    oidc: ['issuer'],
    google: ['hosted_domain'],
    entra: ['tenant'],
    gitlab: ['issuer'],
    github: [],
    discord: [],
  }

/** Kinds that do not always say whether an address is verified. */
export const silentKinds: readonly Kind[] = ['oidc', 'entra']
