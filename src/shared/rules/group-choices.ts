import { systemGroups } from './system-groups'

/** The system groups that a setting may be set to. */
export interface SystemGroupLimits {
  allowNobody: boolean
  /** Whether it may be set to everybody, including guests. */
  allowEveryone: boolean
  /** Names of the only ones; empty for any. */
  allowed: readonly string[]
}

/** Whether a setting may be set to a system group. Source: docs/protocol/permissions.md#declarations. */
export function acceptsSystemGroup(
  { allowNobody, allowEveryone, allowed }: SystemGroupLimits,
  name: string,
): boolean {
  if (name === systemGroups.internet.name) return false
  if (name === systemGroups.nobody.name && !allowNobody) return false
  if (name === systemGroups.everyone.name && !allowEveryone) return false
  return allowed.length === 0 || allowed.includes(name)
}
