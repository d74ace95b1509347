import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'

interface Kind {
  /** Name of the method in `external_authentication_methods`; of OpenID Connect and SAML, its prefix. */
  method: string
  /** Key of `authentication_methods`. */
  key: string
  /** Buttons with a higher number come first. Source: docs/protocol/single-sign-on.md#external-methods. */
  order: number
  /** The issuer of OpenID Connect; undefined for other protocols. */
  issuerOf(options: ProviderOptions): string | undefined
  /** Whether its logins begin elsewhere alone. */
  isWithoutButton?: boolean
  /** Path of the button, if an organization has one provider of the kind. */
  startPath?: string
  /** Path to which people come back, likewise; default: `/complete/<slug>/`. */
  returnPath?: string
}

const fixedIssuer = (issuer: string) => () => issuer
const gitlabIssuer = 'https://gitlab.com'

/** Whether a tenant of Entra stands for those of several companies. */
export const isOfSeveral = (tenant: string | undefined): boolean =>
  tenant === 'common' || tenant === 'organizations'

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
    ...{ method: 'ldap', key: 'ldap', order: 0, isWithoutButton: true },
    issuerOf: () => undefined,
  },
  jwt: {
    ...{ method: 'jwt', key: 'jwt', order: 0, isWithoutButton: true },
    ...{ issuerOf: () => undefined, returnPath: '/accounts/login/jwt/' },
  },
  proxy: {
    ...{ method: 'remoteuser', key: 'remoteuser', order: 9000 },
    ...{ issuerOf: () => undefined, returnPath: '/accounts/login/sso/' },
    startPath: '/accounts/login/start/sso/',
  },
}

/** Path of the login page that shows its form in spite of a session. Source: docs/protocol/step-up.md#apps. */
const formPath = '/login?again=1'

/** The path at which somebody with a session logs in by a provider again; undefined if its logins begin elsewhere. */
export function pathToLogInAgain({
  kind,
  slug,
}: {
  kind: ProviderKind
  slug: string
}): string | undefined {
  if (kind === 'ldap') return formPath
  const { isWithoutButton, startPath = `/accounts/login/social/${slug}` } = kinds[kind]
  return isWithoutButton === true ? undefined : startPath
}
