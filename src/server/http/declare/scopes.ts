import { AdministratorRequiredError, OwnerRequiredError } from '../../chat/rules/errors'
import type { ApiKeyScope } from '../../../shared/rules/api-key-scopes'
import { apiKeyScopes } from '../../../shared/rules/api-key-scopes'
import type { DocumentedError, ErrorDoc } from '../../lib/api-error'
import { ApiError } from '../../lib/api-error'

/** The scope that a named key needs for a call; `full`: no named key has it, only the account's one key and sessions. */
export type NeededScope = ApiKeyScope | 'full'

const administrative: readonly DocumentedError[] = [AdministratorRequiredError, OwnerRequiredError]

/** The scope of an endpoint that declares none. Source: docs/protocol/api-keys.md#scopes. */
export function usualScope(method: string, errors: readonly DocumentedError[] = []): ApiKeyScope {
  if (errors.some((error) => administrative.includes(error))) return 'administration'
  return method === 'GET' ? 'read' : 'write'
}

/** The refusal of a named key that may not make a call. Source: docs/protocol/api-keys.md#refusals. */
export class ApiKeyScopeError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 403,
    code: 'API_KEY_SCOPE',
    description: 'The named API key may not make this call.',
    example: 'This API key has the scope "read"; the call needs "write".',
  }

  constructor(scope: ApiKeyScope, needed: NeededScope) {
    super(
      needed === 'full'
        ? 'Named API keys cannot make this call.'
        : `This API key has the scope "${scope}"; the call needs "${needed}".`,
      { status: 403, code: 'API_KEY_SCOPE' },
    )
  }
}

/** Whether a named key with a scope may make a call that needs one. */
export function isScopeEnough(scope: ApiKeyScope, needed: NeededScope): boolean {
  return needed !== 'full' && apiKeyScopes.indexOf(scope) >= apiKeyScopes.indexOf(needed)
}

/** @throws ApiKeyScopeError */
export function requireScope(scope: ApiKeyScope, needed: NeededScope): void {
  if (!isScopeEnough(scope, needed)) throw new ApiKeyScopeError(scope, needed)
}
