import { Value } from '@sinclair/typebox/value'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { fieldTypes } from '../../chat/rules/profile-fields/types'
import { listStillOpenTo } from '../../chat/access/invitations/rights'
import type { Tx } from '../../data/engine/database'
import { listNamedGroups } from '../../data/groups/managed'
import { listProfileFieldRows } from '../../data/realms/profile-fields'
import { listStreamsWithIds } from '../../data/streams/streams'
import { claimRuleSchema, maxClaimRules } from './claim-rule'
import type { ClaimRule } from './claim-rule'
import { compileClaimPattern } from './evaluate'

/** Max rules with a pattern, which cost the most at a login. */
const maxPatterns = 20

/**
 * Checks the rules of a provider: their form, and whether the owner may give what they give.
 * @throws BadRequestError that names the number of the rule
 */
export async function checkClaimRules(
  tx: Tx,
  requester: Requester,
  slug: string,
  rules: readonly ClaimRule[],
): Promise<void> {
  checkForms(rules)
  await checkTargets(tx, requester, slug, rules)
}

/** @throws BadRequestError that names the number of the rule */
function checkForms(rules: readonly ClaimRule[]): void {
  if (rules.length > maxClaimRules) {
    throw new BadRequestError(`Too many rules (limit: ${maxClaimRules})`)
  }
  const patterns = rules.filter(({ when }) => when.matches !== undefined)
  if (patterns.length > maxPatterns) {
    throw new BadRequestError(`Too many rules with a pattern (limit: ${maxPatterns})`)
  }
  rules.forEach((rule, index) => refuse(index, formOf(rule)))
}

/**
 * Checks rules that hold for several organizations, and so name nothing of one.
 * @throws BadRequestError that names the number of the rule
 */
export function checkCommonRules(written: readonly unknown[]): ClaimRule[] {
  const rules = written.map((rule, index): ClaimRule => {
    const wrong = Value.Errors(claimRuleSchema, rule).First()
    refuse(index, wrong && `${wrong.path.replaceAll('/', '.')}: ${wrong.message}.`)
    return rule as ClaimRule
  })
  checkForms(rules)
  rules.forEach(({ set: { role, groups } }, index) => {
    const isCommon = role !== undefined || groups !== undefined
    refuse(index, isCommon ? undefined : 'set has role or groups here.')
  })
  return rules
}

function refuse(index: number, fault: string | undefined): void {
  if (fault !== undefined) throw new BadRequestError(`Rule ${index + 1}: ${fault}`)
}

function formOf({ when, set }: ClaimRule): string | undefined {
  const { equals, contains, matches } = when
  const comparisons = [equals, contains, matches].filter((each) => each !== undefined)
  if (comparisons.length > 1) return 'one of equals, contains and matches at most.'
  if (matches !== undefined && !compileClaimPattern(matches)) return 'matches is no RE2 pattern.'
  const { value, ...effects } = set
  if (Object.keys(effects).length !== 1) {
    return 'set has one of role, group_id, groups, channel_id and field_id.'
  }
  if (value !== undefined && set.field_id === undefined) return 'value belongs to field_id.'
  return undefined
}

/** The groups, channels and fields of rules exist, and the owner may give them. */
async function checkTargets(
  tx: Tx,
  requester: Requester,
  slug: string,
  rules: readonly ClaimRule[],
): Promise<void> {
  const { realm_id: realmId } = requester
  const named = (read: (set: ClaimRule['set']) => number | undefined) => [
    ...new Set(rules.flatMap(({ set }) => read(set) ?? [])),
  ]
  const channelIds = named(({ channel_id }) => channel_id)
  const groups = await listNamedGroups(tx, realmId, { ids: named(({ group_id }) => group_id) })
  const streams = await listStreamsWithIds(tx, realmId, channelIds)
  const open = await listStillOpenTo(tx, requester, streams)
  const fields = await listProfileFieldRows(tx, realmId)
  rules.forEach(({ set: { group_id, channel_id, field_id } }, index) => {
    const group = groups.find(({ id }) => id === group_id)
    if (group_id !== undefined) {
      if (!group || group.isSystemGroup || group.isDeactivated) refuse(index, 'Invalid user group')
      else if (group.managedBy !== null && group.managedBy !== slug) {
        refuse(index, `the rules of ${group.managedBy} choose the members of ${group.name}.`)
      }
    }
    if (channel_id !== undefined && !open.some(({ id }) => id === channel_id)) {
      refuse(index, 'Invalid channel ID, or one to which you cannot subscribe people.')
    }
    if (field_id === undefined) return
    const field = fields.find(({ id }) => id === field_id)
    if (!field) refuse(index, 'Invalid profile field')
    else if (field.field_type === fieldTypes.people) refuse(index, `${field.name} names people.`)
  })
}
