import type { AppContext } from '../../context'
import { listOpenProviders } from '../providers/find-providers'
import type { IdentityProviderRow } from '../../data/schema'
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
  ctx: Pick<AppContext, 'db'>,
  realmId: number,
): Promise<{ methods: ExternalMethod[]; kinds: ReadonlySet<string>; takesNames: boolean }> {
  const providers = await listOpenProviders(ctx.db.query, realmId)
  // A directory has no page of its own: people type its password here.
  const elsewhere = providers.filter(({ kind }) => kind !== 'ldap')
  const own = elsewhere.length === 0 ? [] : [browserMethod]
  return {
    methods: [...elsewhere.map(methodOf), ...own],
    kinds: new Set(providers.map(({ kind }) => kinds[kind as ProviderKind].key)),
    // People of a directory log in by names that are no addresses, if it is set so.
    takesNames: providers.some(({ kind, options }) => kind === 'ldap' && takesNames(options)),
  }
}

function methodOf({ kind, slug, display_name, options }: IdentityProviderRow): ExternalMethod {
  const { method } = kinds[kind as ProviderKind]
  const { icon_url: icon = null } = options as Pick<ProviderOptions, 'icon_url'>
  return {
    name: kind === 'oidc' || kind === 'saml' ? `${method}:${slug}` : method,
    display_name,
    display_icon: icon,
    ...addressesOf(slug),
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
