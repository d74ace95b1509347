import type { Provider } from './kinds'

export type ClaimRule = Provider['claim_rules'][number]

export const comparisons = ['any', 'equals', 'contains', 'matches'] as const
export const effects = ['role', 'group_id', 'groups', 'channel_id', 'field_id'] as const

/** A rule as its row in the form has it. */
export interface RuleRow {
  claim: string
  comparison: (typeof comparisons)[number]
  /** Text to compare with. */
  text: string
  effect: (typeof effects)[number]
  /** Role, or id of the group, channel or field; undefined until one is chosen. */
  target: string | number | undefined
}

export const emptyRow: RuleRow = {
  ...{ claim: '', comparison: 'equals', text: '', effect: 'role', target: undefined },
}

export function rowOf({ when, set }: ClaimRule): RuleRow {
  const comparison = comparisons.find((each) => each !== 'any' && when[each] !== undefined) ?? 'any'
  const effect = effects.find((each) => set[each] !== undefined) ?? 'role'
  const text = comparison === 'any' ? '' : (when[comparison] ?? '')
  return { claim: when.claim, comparison, text, effect, target: set[effect] }
}

/**
 * The rule of a row.
 * @param before the rule that the row came from, whose `value` the form does not show
 */
export function ruleOf(
  { claim, comparison, text, effect, target }: RuleRow,
  before?: ClaimRule,
): ClaimRule {
  const isSameField = effect === 'field_id' && before?.set.field_id === target
  return {
    when: { claim: claim.trim(), ...(comparison !== 'any' && { [comparison]: text.trim() }) },
    set: {
      [effect]: effect === 'groups' ? 'same_name' : target,
      ...(isSameField && before?.set.value !== undefined && { value: before.set.value }),
    },
  }
}

/** Whether nothing of a row is missing. */
export function isComplete({ claim, comparison, text, effect, target }: RuleRow): boolean {
  const isCompared = comparison === 'any' || text.trim() !== ''
  return claim.trim() !== '' && isCompared && (effect === 'groups' || target !== undefined)
}
