import type { Say } from '../../../../text/i18n/catalogs/catalog'
import type { Letter } from '../../../../stores/mail/layout'

/** Values that every template gets in addition to its own. */
interface CommonValues {
  /** Name of the organization. */
  realm: string
}

/**
 * Makes the text of a mail from the values in the queue. Templates insert names unescaped; the layout escapes
 * them.
 */
export type Template<Values extends Readonly<Record<string, string>>> = (
  say: Say,
  values: Values,
  common: CommonValues,
) => Letter
