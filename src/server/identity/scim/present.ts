import type { ScimGroupRow } from '../../data/identities/scim-groups'
import type { ScimUserRow } from '../../data/identities/scim-users'
import type { ScimPage } from './list'
import type { Resource } from './resource'
import { groupSchema, messageSchema, userSchema } from './schemas'
import { nameOfRole, splitName } from './wanted-user'

/* Resources as directories read them. Source: docs/protocol/scim.md#users. */

/** @param base address of SCIM, such as `https://chat.example.com/scim/v2` */
export function presentUser(user: ScimUserRow, base: string): Resource {
  const { id, address, full_name, role, date_joined, deactivated_at, external_id } = user
  return {
    schemas: [userSchema],
    id: String(id),
    ...(external_id !== null && { externalId: external_id }),
    userName: address,
    name: { formatted: full_name, ...splitName(full_name) },
    displayName: full_name,
    active: deactivated_at === null,
    emails: [{ value: address, type: 'work', primary: true }],
    role: nameOfRole(role),
    meta: metaOf('User', { id, created: date_joined, base }),
  }
}

export function presentGroup(group: ScimGroupRow, base: string): Resource {
  const { id, name, created_at, external_id, members } = group
  return {
    schemas: [groupSchema],
    id: String(id),
    ...(external_id !== null && { externalId: external_id }),
    displayName: name,
    members: members.map((member) => ({
      value: String(member.id),
      display: member.full_name,
      type: 'User',
      $ref: `${base}/Users/${member.id}`,
    })),
    meta: metaOf('Group', { id, created: created_at, base }),
  }
}

function metaOf(
  resourceType: 'User' | 'Group',
  { id, created, base }: { id: number; created: Date; base: string },
): Resource {
  return {
    resourceType,
    created: created.toISOString(),
    location: `${base}/${resourceType}s/${id}`,
  }
}

export function presentList<Row>(
  { total, startIndex, rows }: ScimPage<Row>,
  present: (row: Row) => Resource,
): Resource {
  return {
    schemas: [messageSchema('ListResponse')],
    totalResults: total,
    itemsPerPage: rows.length,
    startIndex,
    Resources: rows.map(present),
  }
}

/** The attributes that a call wants and does not want, as comma-separated names. */
export interface Selection {
  attributes?: unknown
  excludedAttributes?: unknown
}

/** A function that answers whether an attribute is shown; `schemas`, `id` and `meta` always are. */
export function selectorOf({
  attributes,
  excludedAttributes,
}: Selection): (name: string) => boolean {
  const wanted = namesIn(attributes)
  const unwanted = namesIn(excludedAttributes)
  const always = new Set(['schemas', 'id', 'meta'])
  return (name) => {
    if (always.has(name)) return true
    const lower = name.toLowerCase()
    return wanted.size > 0 ? wanted.has(lower) : !unwanted.has(lower)
  }
}

/** Top-level names of a list such as `userName,name.formatted`, in lower case. */
function namesIn(value: unknown): Set<string> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = list.flatMap((each) => (typeof each === 'string' ? each.split(',') : []))
  const names = texts.map((text) => text.trim().toLowerCase().split('.', 1)[0] ?? '')
  return new Set(names.filter((name) => name !== ''))
}

export function select(resource: Resource, isShown: (name: string) => boolean): Resource {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)))
}
