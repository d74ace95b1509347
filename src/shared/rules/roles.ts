/** Roles of accounts: the lower the number, the more rights. Source: docs/protocol/permissions.md#roles. */
export const roles = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const
export type Role = (typeof roles)[keyof typeof roles]

/** All roles, the most rights first. */
export const rolesInOrder: readonly Role[] = Object.values(roles).sort((a, b) => a - b)

/** Whether a role has more rights than another. */
export function isAbove(role: number, other: number): boolean {
  return role < other
}

interface WithRole {
  readonly role: number
}

/** Whether an account is an administrator or owner. */
export function isAdministrator({ role }: WithRole): boolean {
  return role <= roles.administrator
}

/** Whether an account is a moderator or more. Source: docs/protocol/permissions.md#moderators. */
export function isModerator({ role }: WithRole): boolean {
  return role <= roles.moderator
}

export function isGuest({ role }: WithRole): boolean {
  return role === roles.guest
}

/**
 * Whether an administrator or owner may create, change and deactivate accounts with a role: only owners decide
 * about owners. Source: docs/protocol/permissions.md#owners-only.
 */
export function mayManageRole({ isOwner }: { isOwner: boolean }, role: number): boolean {
  return isOwner || role !== roles.owner
}

interface Inviter {
  isAdministrator: boolean
  isOwner: boolean
}

/** Whether somebody who may invite may do so with a role. Source: docs/protocol/sign-up.md#invite-roles. */
export function mayInviteAs(inviter: Inviter, role: number): boolean {
  if (!isAbove(role, roles.member)) return true
  return inviter.isAdministrator && mayManageRole(inviter, role)
}

/** Types of bots, by their numbers in the protocol. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const
export type BotType = (typeof botTypes)[keyof typeof botTypes]
