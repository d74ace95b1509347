import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/*
 * A rule gives people something for what their provider says about them. Source:
 * docs/protocol/single-sign-on.md#claim-rules.
 */

const shortText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 500, description })

const id = (description: string) => Type.Integer({ minimum: 1, description })

const strict = { additionalProperties: false }

const conditionSchema = Type.Object(
  {
    claim: shortText('Name of the claim; dots lead into objects, as in `realm_access.roles`'),
    equals: Type.Optional(shortText('One of the values is this text, in either letter case')),
    contains: Type.Optional(shortText('One of the values contains this text')),
    matches: Type.Optional(shortText('One of the values matches this RE2 pattern as a whole')),
  },
  { ...strict, description: 'One comparison at most; without any, the claim has to have a value' },
)

/** Roles by the names that they have in rules, the mightiest first. */
export const roleNames = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const

const effectSchema = Type.Object(
  {
    role: Type.Optional(
      Type.Union(
        roleNames.map((name) => Type.Literal(name)),
        { description: 'Of several rules, the one with the mightiest role counts' },
      ),
    ),
    group_id: Type.Optional(id('Group whose members the rules of this provider choose')),
    groups: Type.Optional(
      Type.Literal('same_name', {
        description: 'Groups named as the values that the condition fits; made when missing',
      }),
    ),
    channel_id: Type.Optional(id('Channel to subscribe to')),
    field_id: Type.Optional(id('Profile field, which gets `value`, else the value of the claim')),
    value: Type.Optional(Type.String({ maxLength: 500, description: 'Only with `field_id`' })),
  },
  { ...strict, description: 'One of role, group_id, groups, channel_id and field_id' },
)

export const claimRuleSchema = Type.Object(
  { when: conditionSchema, set: effectSchema },
  { ...strict },
)

export type ClaimRule = Static<typeof claimRuleSchema>
export type ClaimCondition = ClaimRule['when']

/** Max rules of a provider. */
export const maxClaimRules = 100

/** Everything that a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>
