import { maxCount } from './list'
import { noSuchResource } from './errors'
import type { Resource } from './resource'

/* What the server tells about its SCIM (RFC 7643, 5 to 7). Source: docs/protocol/scim.md#discovery. */

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export function messageSchema(name: 'Error' | 'ListResponse'): string {
  return `urn:ietf:params:scim:api:messages:2.0:${name}`
}

export function serviceProviderConfig(base: string): Resource {
  const no = { supported: false }
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxCount },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an owner of the organization made',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string): Resource[] {
  return [
    { name: 'User', schema: userSchema, description: 'A person with an account' },
    { name: 'Group', schema: groupSchema, description: 'A user group' },
  ].map(({ name, schema, description }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: name, name, description, schema, endpoint: `/${name}s`, schemaExtensions: [] },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))
}

interface AttributeOptions {
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  isRequired?: boolean
  isReadOnly?: boolean
  isList?: boolean
  isExact?: boolean
  uniqueness?: 'none' | 'server'
  values?: readonly string[]
  parts?: readonly Resource[]
}

function attribute(
  name: string,
  description: string,
  { type = 'string', values, parts, ...options }: AttributeOptions = {},
): Resource {
  return {
    ...{ name, type, description, multiValued: options.isList ?? false },
    required: options.isRequired ?? false,
    mutability: options.isReadOnly ? 'readOnly' : 'readWrite',
    ...{ returned: 'default', uniqueness: options.uniqueness ?? 'none' },
    ...(type === 'string' && { caseExact: options.isExact ?? false }),
    ...(type === 'reference' && { caseExact: true, referenceTypes: ['User'] }),
    ...(values && { canonicalValues: values }),
    ...(parts && { subAttributes: parts }),
  }
}

const attributesOfUser = [
  attribute('userName', 'Email address', { isRequired: true, uniqueness: 'server' }),
  attribute('name', 'Name', {
    type: 'complex',
    parts: [
      attribute('formatted', 'The whole name'),
      attribute('givenName', 'Its first word'),
      attribute('familyName', 'Its other words'),
    ],
  }),
  attribute('displayName', 'The whole name'),
  attribute('active', 'Whether the account is active', { type: 'boolean' }),
  attribute('emails', 'The email address', {
    ...{ type: 'complex', isList: true, isReadOnly: true },
    parts: [
      attribute('value', 'Email address', { isReadOnly: true }),
      attribute('type', 'work', { isReadOnly: true }),
      attribute('primary', 'Always true', { type: 'boolean', isReadOnly: true }),
    ],
  }),
  attribute('role', 'Role in the organization', {
    values: ['owner', 'administrator', 'moderator', 'member', 'guest'],
  }),
]

const attributesOfGroup = [
  attribute('displayName', 'Name', { isRequired: true, uniqueness: 'server' }),
  attribute('members', 'People in the group', {
    ...{ type: 'complex', isList: true },
    parts: [
      attribute('value', 'Id of the user', { isExact: true }),
      attribute('display', 'Name of the user', { isReadOnly: true }),
      attribute('type', 'User', { isReadOnly: true, values: ['User'] }),
      attribute('$ref', 'Address of the user', { type: 'reference', isReadOnly: true }),
    ],
  }),
]

export function schemas(base: string): Resource[] {
  return [
    { id: userSchema, name: 'User', attributes: attributesOfUser },
    { id: groupSchema, name: 'Group', attributes: attributesOfGroup },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...{ ...schema, description: schema.name },
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
}

/** The resource of an id. @throws ScimError 404 */
export function oneOf(resources: readonly Resource[], id: string): Resource {
  const found = resources.find((resource) => resource['id'] === id)
  if (!found) throw noSuchResource(id)
  return found
}
