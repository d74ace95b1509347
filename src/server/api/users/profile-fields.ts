import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import type { Endpoint } from '../../http/declare/endpoint'
import { flag, integer, json, jsonInteger, text } from '../../http/declare/params'
import { AdministratorRequiredError } from '../../chat/rules/errors'
import { sizeLimits } from '../../chat/rules/limits'
import {
  addProfileField,
  changeProfileField,
  removeProfileField,
  reorderProfileFields,
} from '../../chat/actions/profile-fields/change-fields'
import type { FieldInput } from '../../chat/actions/profile-fields/change-fields'
import { FieldNotEditableError, FieldNotFoundError } from '../../chat/rules/profile-fields/errors'
import { listProfileFields } from '../../chat/actions/profile-fields/list-fields'
import { changeOwnProfile } from '../../chat/actions/profile-fields/values'
import { profileFieldSchema } from '../../../shared/profile-fields'

/*
 * Profile fields of the realm, and the requester's own values.
 * Source: docs/protocol/accounts.md#profile-fields.
 */

const tag = 'profile fields'

const nameOptions = {
  optional: true,
  jsonQuoted: true,
  maxLength: sizeLimits.profileFieldNameCharacters,
  description: 'The server names known external accounts itself',
} as const

const fieldParams = {
  name: text({ ...nameOptions, example: 'Favorite food' }),
  hint: text({
    optional: true,
    jsonQuoted: true,
    maxLength: sizeLimits.profileFieldHintCharacters,
    example: 'Or drink',
  }),
  field_data: json(Type.Unknown(), {
    optional: true,
    longest: 200_000,
    description:
      'For lists `{"key": {"text": "Tea", "order": "1"}}`; for accounts elsewhere ' +
      '`{"subtype": "github"}`, or `{"subtype": "custom", "url_pattern": "https://x/%(username)s"}`',
  }),
  display_in_profile_summary: flag({ optional: true, description: 'Two fields at most' }),
  required: flag({ optional: true, description: 'Whether clients remind people to fill it' }),
  editable_by_user: flag({
    optional: true,
    description: 'Whether users can edit it themselves; false: only administrators; default true',
  }),
  use_for_user_matching: flag({
    optional: true,
    description: 'Whether clients find people by its values; of short texts and accounts elsewhere',
  }),
}

interface FieldArguments {
  name: string | undefined
  hint: string | undefined
  field_data: unknown
  display_in_profile_summary: boolean | undefined
  required: boolean | undefined
  editable_by_user: boolean | undefined
  use_for_user_matching: boolean | undefined
}

function fieldInput(params: FieldArguments): FieldInput {
  return {
    name: params.name,
    hint: params.hint,
    fieldData: params.field_data,
    isInSummary: params.display_in_profile_summary,
    isRequired: params.required,
    isEditableByUser: params.editable_by_user,
    isForMatching: params.use_for_user_matching,
  }
}

const refusals = [
  AdministratorRequiredError,
  {
    code: 'BAD_REQUEST',
    description: 'There is one of this name and type, or for the same accounts elsewhere.',
    example: 'A field with that label already exists.',
  },
  {
    code: 'BAD_REQUEST',
    description: 'Summaries are short.',
    example: 'Only 2 custom profile fields can be displayed in the profile summary.',
  },
]

const listProfileFieldsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/profile_fields',
  tag,
  summary: 'Fields that people fill in about themselves beside their names',
  auth: 'basic',
  params: {},
  response: { custom_fields: Type.Array(profileFieldSchema, { description: 'In their order' }) },

  async handler({ ctx, requester }) {
    return { custom_fields: await listProfileFields(ctx.db.query, requester.realm_id) }
  },
})

const addProfileFieldEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/profile_fields',
  tag,
  summary: 'Add a profile field; administrators only',
  auth: 'basic',
  params: {
    field_type: jsonInteger({
      description:
        '1 short text, 2 long text, 3 list, 4 date, 5 link, 6 people, 7 account elsewhere, ' +
        '8 pronouns',
    }),
    ...fieldParams,
  },
  response: { id: Type.Integer() },
  errors: refusals,

  async handler({ ctx, requester, params }) {
    return { id: await addProfileField(ctx, requester, params.field_type, fieldInput(params)) }
  },
})

const fieldId = integer({ min: 0 })

const changeProfileFieldEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm/profile_fields/{field_id}',
  tag,
  summary: 'Change a profile field; administrators only',
  description: 'Absent values stay. A removed option is removed from all profiles.',
  auth: 'basic',
  params: {
    field_id: fieldId,
    ...fieldParams,
    name: text({ ...nameOptions, example: 'Favorite drink' }),
  },
  response: {},
  errors: [...refusals, FieldNotFoundError],

  async handler({ ctx, requester, params }) {
    await changeProfileField(ctx, requester, params.field_id, fieldInput(params))
    return {}
  },
})

const removeProfileFieldEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/realm/profile_fields/{field_id}',
  tag,
  summary: 'Remove a profile field with all its values; administrators only',
  auth: 'basic',
  params: { field_id: fieldId },
  response: {},
  errors: [AdministratorRequiredError, FieldNotFoundError],

  async handler({ ctx, requester, params }) {
    await removeProfileField(ctx, requester, params.field_id)
    return {}
  },
})

const reorderProfileFieldsEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm/profile_fields',
  tag,
  summary: 'Change the order of the profile fields; administrators only',
  auth: 'basic',
  params: {
    order: json(Type.Array(Type.Integer()), { description: 'Ids of all of them' }),
  },
  response: {},
  errors: [
    AdministratorRequiredError,
    {
      code: 'BAD_REQUEST',
      description: 'A field lacks, or is unknown.',
      example: 'Invalid order mapping.',
    },
  ],

  async handler({ ctx, requester, params }) {
    await reorderProfileFields(ctx, requester, params.order)
    return {}
  },
})

/** New values of profile fields, in this endpoint and in that for administrators. */
export const profileValuesSchema = Type.Array(
  Type.Object({
    id: Type.Integer(),
    value: Type.Union([Type.String(), Type.Array(Type.Integer()), Type.Null()], {
      description: 'A list of ids for people; empty or null: nothing',
    }),
  }),
  { maxItems: sizeLimits.profileFields },
)

const ownRefusals = [
  FieldNotFoundError,
  FieldNotEditableError,
  {
    description: 'Bots have no profile fields.',
    example: 'This endpoint does not accept bot requests.',
  },
]

const changeOwnProfileEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/me/profile_data',
  tag,
  summary: 'Set values of custom profile fields of the requester',
  auth: 'basic',
  params: { data: json(profileValuesSchema) },
  response: {},
  errors: ownRefusals,

  async handler({ ctx, requester, params }) {
    await changeOwnProfile(ctx, requester, params.data)
    return {}
  },
})

const clearOwnProfileEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/profile_data',
  tag,
  summary: 'Remove values of custom profile fields of the requester',
  auth: 'basic',
  params: {
    data: json(Type.Array(Type.Integer(), { maxItems: sizeLimits.profileFields }), {
      description: 'Ids of the fields',
    }),
  },
  response: {},
  errors: ownRefusals,

  async handler({ ctx, requester, params }) {
    const nothing = params.data.map((id) => ({ id, value: null }))
    await changeOwnProfile(ctx, requester, nothing)
    return {}
  },
})

export const profileFieldsEndpoints: readonly Endpoint[] = [
  listProfileFieldsEndpoint,
  addProfileFieldEndpoint,
  reorderProfileFieldsEndpoint,
  changeProfileFieldEndpoint,
  removeProfileFieldEndpoint,
  changeOwnProfileEndpoint,
  clearOwnProfileEndpoint,
]
