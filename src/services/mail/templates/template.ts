import type { Say } from '../../../i18n/catalogue'
import type { Letter } from '../../../mail/layout'

/** What every template may name besides its own values. */
export interface Surroundings {
  /** Name of the organisation. */
  realm: string
}

/**
 * The words of a mail, of values that are kept in the queue until it is sent.
 * Names of people and organisations stand in it as they are: the layout escapes them.
 */
export type Template<Values extends Readonly<Record<string, string>>> = (
  say: Say,
  values: Values,
  surroundings: Surroundings,
) => Letter
