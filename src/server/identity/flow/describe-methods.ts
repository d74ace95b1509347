import { hasSecondFactors } from '../../data/identities/second-factors'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { listOpenProviders } from '../providers/find-providers'
import type { ProviderSource } from '../providers/find-providers'
import type { IdentityProviderRow, RealmRow } from '../../data/schema'
import { kinds } from '../providers/kinds'
import type { ProviderKind, ProviderOptions } from '../../../shared/rules/identity-providers'
import { takesNames } from '../protocols/ldap/attributes'
import { browserSlug } from '../providers/browser-method'

/** A way to log in, as clients list it. */
export interface ExternalMethod {
  name: string
  display_name: string
  display_icon: string | null
  login_url: string
  signup_url: string
}

/**
 * The ways to log in beside the password, in the order of display.
 * Source: docs/protocol/single-sign-on.md#external-methods.
 */
export async function listExternalMethods(
  ctx: ProviderSource,
  { id, settings }: Pick<RealmRow, 'id' | 'settings'>,
): Promise<{ methods: ExternalMethod[]; kinds: ReadonlySet<string>; takesNames: boolean }> {
  const all = await listOpenProviders(ctx, id)
  const elsewhere = all.filter(({ kind }) => kinds[kind as ProviderKind].isWithoutButton !== true)
  const { two_factor_required: whom } = realmSettingsOf({ realm_settings: settings })
  const needsBrowser =
    elsewhere.length > 0 || whom !== 'nobody' || (await hasSecondFactors(ctx.db.query, id))
  const own = needsBrowser ? [browserMethod] : []
  return {
    methods: [...elsewhere.map(methodOf), ...own],
    kinds: new Set(all.map(({ kind }) => kinds[kind as ProviderKind].key)),
    // People of a directory log in by names that are no addresses, if it is set so.
    takesNames: all.some(({ kind, options }) => kind === 'ldap' && takesNames(options)),
  }
}

function methodOf({ kind, slug, display_name, options }: IdentityProviderRow): ExternalMethod {
  const { method, startPath } = kinds[kind as ProviderKind]
  const { icon_url: icon = null } = options as Pick<ProviderOptions, 'icon_url'>
  return {
    name: kind === 'oidc' || kind === 'saml' ? `${method}:${slug}` : method,
    display_name,
    display_icon: icon,
    ...(startPath === undefined
      ? addressesOf(slug)
      : { login_url: startPath, signup_url: startPath }),
  }
}

const browserMethod: ExternalMethod = {
  name: 'parley',
  display_name: 'Log in in the browser',
  display_icon: null,
  ...addressesOf(browserSlug),
}

/** Mobile apps replace the query, so the provider is in the path. */
function addressesOf(slug: string) {
  return {
    login_url: `/accounts/login/social/${slug}`,
    signup_url: `/accounts/register/social/${slug}`,
  }
}
