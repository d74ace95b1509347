import type { Options } from 'ajv'

/**
 * How ajv is to read the schemas that endpoints and integrations declare. TypeBox writes them: there is no need to
 * hold them against the schema of schemas first, which takes as long as to compile them does.
 */
export const typeBoxDialect = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
} as const satisfies Options
