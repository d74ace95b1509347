import { Type } from '@sinclair/typebox'

/** What every API key looks like. */
export const apiKeyPattern = /^[A-Za-z0-9]{32}$/

/** The same for the description of the API. */
export const apiKeySchema = Type.String({ pattern: apiKeyPattern.source })
