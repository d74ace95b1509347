import { LoginFailedError } from '../../errors'
import type { IdentityProvider } from '../../providers/find-providers'
import { failuresOf } from './failures'
import { withDirectory } from './directory'
import type { Protocol, ProtocolContext } from '../protocol'

/**
 * LDAP (RFC 4511) has no page of its own to which a browser goes: people type their password here.
 * Source: docs/protocol/single-sign-on.md#ldap.
 */
export const ldap: Protocol = {
  begin: refuse,
  complete: refuse,
  test: (ctx: ProtocolContext, provider) =>
    failuresOf(provider.name, () =>
      withDirectory(ctx, provider, async () => provider.options.server_url ?? ''),
    ),
}

function refuse(_ctx: unknown, { name }: IdentityProvider): Promise<never> {
  return Promise.reject(new LoginFailedError(`${name} has no page to log in at.`))
}
