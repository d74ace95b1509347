import type { AppContext } from '../../context'
import type { Requester } from '../../chat/rules/authentication'
import { requireProof } from '../../identity/proofs/require-proof'
import type { Endpoint } from '../declare/endpoint'
import { requireScope } from '../declare/scopes'

/* Calls that need more than a right credential. Source: docs/protocol/step-up.md#rule. */

/** Whether a call with these arguments is dangerous. */
export function isDangerous(
  { needsProof }: Endpoint,
  params: Readonly<Record<string, unknown>>,
): boolean {
  if (needsProof === undefined) return false
  return needsProof === true || needsProof.some((name) => params[name] !== undefined)
}

/**
 * Checks that a session has proved its person lately, and that a named key has the highest scope.
 * @throws ReauthenticationRequiredError, ApiKeyScopeError
 */
export async function requireTrust(
  ctx: Pick<AppContext, 'config' | 'db' | 'operatorProviders'>,
  requester: Requester,
): Promise<void> {
  if (requester.namedKey) requireScope(requester.namedKey.scope, 'administration')
  await requireProof(ctx, requester)
}
