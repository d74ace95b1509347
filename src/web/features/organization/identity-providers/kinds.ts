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
  saml: 'SAML 2.0',
}

export const kinds = Object.keys(kindNames) as Kind[]

type TextOption = Exclude<
  keyof Provider['options'],
  'client_id' | 'icon_url' | `${string}addresses` | 'certificates' | 'allows_idp_initiated'
>

/** Names of attributes of SAML. */
export const attributeOptions = [
  ...(['id_attribute', 'email_attribute', 'full_name_attribute'] as const),
  ...(['first_name_attribute', 'last_name_attribute'] as const),
] as const

/** Text options that a kind has beside those of all. Source: docs/protocol/single-sign-on.md#kinds. */
export const optionsOf: Readonly<Record<Kind, readonly TextOption[]>> = {
  oidc: ['issuer'],
  google: ['hosted_domain'],
  entra: ['tenant'],
  gitlab: ['issuer'],
  github: [],
  discord: [],
  saml: ['metadata_url', 'entity_id', 'sso_url', ...attributeOptions],
}

/** Kinds that do not always say whether an address is verified. */
export const silentKinds: readonly Kind[] = ['oidc', 'entra']
