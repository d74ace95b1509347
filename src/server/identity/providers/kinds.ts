import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'

interface Kind {
  /** Name of the method in `external_authentication_methods`; of OpenID Connect and SAML, its prefix. */
  method: string
  /** Key of `authentication_methods`. */
  key: string
  /** Buttons with a higher number come first. Source: docs/protocol/single-sign-on.md#external-methods. */
  order: number
  /** The issuer of OpenID Connect; undefined for the other kinds. */
  issuerOf(options: ProviderOptions): string | undefined
}

const fixedIssuer = (issuer: string) => () => issuer
const gitlabIssuer = 'https://gitlab.com'

export const kinds: Readonly<Record<ProviderKind, Kind>> = {
  saml: {
    ...{ method: 'saml', key: 'saml', order: 9999 },
    issuerOf: () => undefined,
  },
  oidc: {
    ...{ method: 'oidc', key: 'openid connect', order: 100 },
    issuerOf: ({ issuer }) => issuer,
  },
  google: {
    ...{ method: 'google', key: 'google', order: 150 },
    issuerOf: fixedIssuer('https://accounts.google.com'),
  },
  entra: {
    ...{ method: 'azuread-oauth2', key: 'azuread', order: 50 },
    issuerOf: ({ tenant }) => `https://login.microsoftonline.com/${tenant}/v2.0`,
  },
  gitlab: {
    ...{ method: 'gitlab', key: 'gitlab', order: 75 },
    issuerOf: ({ issuer = gitlabIssuer }) => issuer,
  },
  github: {
    ...{ method: 'github', key: 'github', order: 100 },
    issuerOf: () => undefined,
  },
  discord: {
    ...{ method: 'discord', key: 'discord', order: 20 },
    issuerOf: () => undefined,
  },
  ldap: {
    ...{ method: 'ldap', key: 'ldap', order: 0 },
    issuerOf: () => undefined,
  },
}
