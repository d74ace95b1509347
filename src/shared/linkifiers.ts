import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/*
 * Linkifiers for newer clients, and in the form of "filters" for older ones.
 * Sources: docs/protocol/register.md#realm-linkifiers, docs/protocol/register.md#realm-filters.
 */

export const linkifierSchema = Type.Object({
  pattern: Type.String(),
  url_template: Type.String({ description: 'RFC 6570' }),
  id: Type.Integer(),
})

export type LinkifierRecord = Static<typeof linkifierSchema>

/** A linkifier for older clients: pattern, URL with `%(name)s`, id. */
export const filterSchema = Type.Tuple([Type.String(), Type.String(), Type.Integer()])

export type FilterRecord = Static<typeof filterSchema>

export type LinkifierEvent =
  | { type: 'realm_linkifiers'; realm_linkifiers: readonly LinkifierRecord[] }
  | { type: 'realm_filters'; realm_filters: readonly FilterRecord[] }
