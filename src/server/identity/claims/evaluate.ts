import { RE2JS, RE2JSException } from 're2js'
import { isSameName } from '../../../shared/rules/letter-case'
import { roles } from '../../../shared/rules/roles'
import type { Role } from '../../../shared/rules/roles'
import { roleNames } from './claim-rule'
import type { ClaimCondition, ClaimRule, Claims } from './claim-rule'
import { valuesOfClaim } from './values-of-claim'

/** The grants that rules give for claims. */
export interface Entitlements {
  /** Undefined: no rule gives a role. */
  role: Role | undefined
  groupIds: ReadonlySet<number>
  /** Names of groups, each once. */
  groupNames: readonly string[]
  channelIds: ReadonlySet<number>
  /** Values of profile fields; null: the rules of the field give none. */
  fields: ReadonlyMap<number, string | null>
  /** Whether each rule fits, in their order. */
  fits: readonly boolean[]
}

/** Evaluates the rules of a provider. Source: docs/protocol/single-sign-on.md#claim-rules. */
export function evaluate(rules: readonly ClaimRule[], claims: Claims): Entitlements {
  const found = rules.map(({ when, set }) => ({ set, values: fittingValues(when, claims) }))
  const fitting = found.filter(({ values }) => values.length > 0)
  const fields = new Map<number, string | null>()
  for (const { set, values } of found) {
    if (set.field_id === undefined || typeof fields.get(set.field_id) === 'string') continue
    fields.set(set.field_id, values.length === 0 ? null : (set.value ?? values.join(', ')))
  }
  const names = fitting.flatMap(({ set, values }) => (set.groups ? values : []))
  return {
    role: mightiest(fitting.map(({ set }) => set.role)),
    groupIds: new Set(fitting.flatMap(({ set }) => set.group_id ?? [])),
    groupNames: names.filter(
      (name, index) => names.findIndex((other) => isSameName(other, name)) === index,
    ),
    channelIds: new Set(fitting.flatMap(({ set }) => set.channel_id ?? [])),
    fields,
    fits: found.map(({ values }) => values.length > 0),
  }
}

function mightiest(given: readonly ClaimRule['set']['role'][]): Role | undefined {
  const name = roleNames.find((each) => given.includes(each))
  return name && roles[name]
}

/** The values of the claim that a condition fits. */
function fittingValues(condition: ClaimCondition, claims: Claims): string[] {
  const values = valuesOfClaim(claims, condition.claim)
  const { equals, contains, matches } = condition
  if (equals !== undefined) return values.filter((value) => isSameName(value, equals))
  if (contains !== undefined) {
    const part = contains.toLowerCase()
    return values.filter((value) => value.toLowerCase().includes(part))
  }
  if (matches === undefined) return values
  const pattern = compileClaimPattern(matches)
  return pattern ? values.filter((value) => pattern.matches(value)) : []
}

/** @returns undefined for a pattern that RE2 does not read */
export function compileClaimPattern(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
}
