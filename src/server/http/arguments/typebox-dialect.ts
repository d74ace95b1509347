import type { Options } from 'ajv'

/**
 * ajv's options for the schemas of endpoints and integrations. TypeBox writes these schemas, so checking them
 * against the meta-schema is skipped; it takes as long as compiling them.
 */
export const typeBoxDialect = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
} as const satisfies Options
