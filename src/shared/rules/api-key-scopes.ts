/** The rights of a named key, each with those before it. Source: docs/protocol/api-keys.md#scopes. */
export const apiKeyScopes = ['read', 'write', 'administration'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]
