import { FilterParser } from 'ldapts'
import type { Filter } from 'ldapts'
import type { ProviderOptions } from '../../../shared/rules/identity-providers'

/* Options of a directory that have a grammar of their own. */

/** The filter of people. @throws Error for a text that is no filter */
export function filterOf({
  user_filter: text = '(objectClass=person)',
}: Pick<ProviderOptions, 'user_filter'>): Filter {
  return FilterParser.parseString(text)
}

/** The `attribute=value` lines of a text, as they are compared. */
export function pairsIn(text: string): [name: string, value: string][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split('=')
      return [name.trim().toLowerCase(), normalDn(value.join('='))]
    })
}

/** A name of an entry (DN) as two spellings of it are the same. */
export function normalDn(dn: string): string {
  const parts = dn.split(/([,=+])/).map((part) => part.trim())
  return parts.join('').toLowerCase()
}
