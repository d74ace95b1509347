import { groupPermissions } from '../../../../src/server/chat/rules/permissions/groups'
import { realmPermissions } from '../../../../src/server/chat/rules/permissions/realm'
import type { Permission } from '../../../../src/shared/rules/system-groups'
import { streamPermissions } from '../../../../src/shared/stream-permissions'
import { mayActOnGroup } from '../../../../src/shared/rules/group-rights'
import type { GroupAct, GroupPermission } from '../../../../src/shared/rules/group-rights'
import { isPermitted, nameInStream } from '../../../../src/shared/rules/permitted'
import {
  mayCreateBots,
  mayCreateStreams,
  mayInvite,
  maySubscribeOthers,
} from '../../../../src/shared/rules/realm-rights'
import {
  isAdministrator,
  isModerator,
  mayInviteAs,
  mayManageRole,
  roles,
  rolesInOrder,
} from '../../../../src/shared/rules/roles'
import {
  mayAddSubscribers,
  mayAdminister,
  mayEnter,
  mayKnowStream,
  mayRemoveSubscribers,
} from '../../../../src/shared/rules/stream-rights'

describe('roles', () => {
  it('have an order', () => {
    expect(rolesInOrder).toEqual([100, 200, 300, 400, 600])
    expect(rolesInOrder.filter((role) => isAdministrator({ role }))).toEqual([100, 200])
    expect(rolesInOrder.filter((role) => isModerator({ role }))).toEqual([100, 200, 300])
  })

  it.each([
    ['owners', true, true, [100, 200, 300, 400, 600]],
    ['administrators', true, false, [200, 300, 400, 600]],
    ['members', false, false, [400, 600]],
  ])('are given by %s in invitations', (_name, isAdministrator, isOwner, expected) => {
    const inviter = { isAdministrator, isOwner }
    expect(rolesInOrder.filter((role) => mayInviteAs(inviter, role))).toEqual(expected)
  })

  it('The owner role is managed by owners alone', () => {
    expect(mayManageRole({ isOwner: false }, roles.owner)).toBe(false)
    expect(mayManageRole({ isOwner: true }, roles.owner)).toBe(true)
    expect(mayManageRole({ isOwner: false }, roles.administrator)).toBe(true)
  })
})

describe('a permission', () => {
  // A setting that takes nothing but a group of the system is not tested for single users.
  const settings = Object.entries<Permission>({
    ...realmPermissions,
    ...Object.fromEntries(
      Object.entries(streamPermissions).map(([name, each]) => [nameInStream(name), each]),
    ),
    ...groupPermissions,
  }).filter(([, { requireSystemGroup }]) => !requireSystemGroup)

  it.each(settings)('%s is for guests as declared', (name, { allowEveryone }) => {
    expect(isPermitted(true, true, name)).toBe(allowEveryone)
    expect(isPermitted(false, true, name)).toBe(false)
    expect(isPermitted(true, false, name)).toBe(true)
  })
})

describe('rights in the realm', () => {
  const user = (permissions: readonly string[], isAdministrator = false) => ({
    isAdministrator,
    mayInRealm: (permission: string) => permissions.includes(permission),
  })

  it('follow the permission for each kind', () => {
    const some = ['can_create_private_channel_group', 'create_multiuse_invite_group']
    expect(mayCreateStreams(user(some), 'private')).toBe(true)
    expect(mayCreateStreams(user(some), 'public')).toBe(false)
    expect(mayInvite(user(some), 'link')).toBe(true)
    expect(mayInvite(user(some), 'address')).toBe(false)
  })

  it('include subscribing others for administrators in any case', () => {
    expect(maySubscribeOthers(user([], true))).toBe(true)
    expect(maySubscribeOthers(user([]))).toBe(false)
    expect(maySubscribeOthers(user(['can_add_subscribers_group']))).toBe(true)
  })

  it('let some create write-only bots only', () => {
    const writeOnly = user(['can_create_write_only_bots_group'])
    expect(mayCreateBots(writeOnly, true)).toBe(true)
    expect(mayCreateBots(writeOnly, false)).toBe(false)
    expect(mayCreateBots(user(['can_create_bots_group']), true)).toBe(true)
  })
})

describe('rights in a stream', () => {
  const user = (permission?: string, more: { isGuest?: true; isAdministrator?: true } = {}) => ({
    isAdministrator: false,
    isGuest: false,
    isPermitted: (name: string) => name === permission,
    ...more,
  })
  const outside = { isPrivate: true, isSubscribed: false }
  const guest = { isGuest: true } as const
  const administrator = { isAdministrator: true } as const

  it.each([
    [undefined, {}, false, false],
    [undefined, administrator, true, false],
    ['can_administer_channel_group', {}, true, false],
    ['can_subscribe_group', {}, true, true],
    ['can_add_subscribers_group', {}, true, true],
    ['can_remove_subscribers_group', {}, false, false],
    ['can_subscribe_group', guest, false, false],
  ] as const)(
    'Outsiders with %s %j know a stream: %s, and enter it: %s',
    (permission, more, knows, enters) => {
      expect(mayKnowStream(user(permission, more), outside)).toBe(knows)
      expect(mayEnter(user(permission, more), outside)).toBe(enters)
    },
  )

  it('cover public streams for all but guests', () => {
    const isPublic = { isPrivate: false, isSubscribed: false }
    expect(mayKnowStream(user(), isPublic)).toBe(true)
    expect(mayEnter(user(), isPublic)).toBe(true)
    expect(mayKnowStream(user(undefined, guest), isPublic)).toBe(false)
    expect(mayEnter(user(undefined, guest), isPublic)).toBe(false)
  })

  it.each([
    [undefined, administrator, true, true, true],
    ['can_administer_channel_group', {}, true, true, false],
    ['can_add_subscribers_group', {}, false, true, false],
    ['can_remove_subscribers_group', {}, false, false, true],
  ] as const)(
    'Users with %s %j administer: %s, add: %s, remove: %s',
    (permission, more, ...expected) => {
      const one = user(permission, more)
      expect([
        mayAdminister(one),
        mayAddSubscribers(one, false),
        mayRemoveSubscribers(one),
      ]).toEqual(expected)
      expect(mayAddSubscribers(one, true)).toBe(true)
    },
  )
})

describe('rights over a group', () => {
  const acts: readonly GroupAct[] = ['manage', 'add others', 'join', 'remove others', 'leave']
  const actsWith = (
    permission?: GroupPermission,
    of: Partial<Parameters<typeof mayActOnGroup>[0]> = {},
  ) => {
    const isPermitted = (name: GroupPermission) => name === permission
    const none = { isSystemGroup: false, isManaged: false, managesAll: false, isPermitted }
    return acts.filter((act) => mayActOnGroup({ ...none, ...of }, act))
  }

  it('follow its permissions', () => {
    expect(actsWith()).toEqual([])
    expect(actsWith('can_manage_group')).toEqual(acts)
    expect(actsWith('can_add_members_group')).toEqual(['add others', 'join'])
    expect(actsWith('can_join_group')).toEqual(['join'])
    expect(actsWith('can_remove_members_group')).toEqual(['remove others', 'leave'])
    expect(actsWith('can_leave_group')).toEqual(['leave'])
  })

  it('are complete for people who manage all groups, except over system groups', () => {
    expect(actsWith(undefined, { managesAll: true })).toEqual(acts)
    expect(actsWith('can_manage_group', { isSystemGroup: true, managesAll: true })).toEqual([])
  })

  it('leave the members of a managed group to the rules of its identity provider', () => {
    expect(actsWith('can_manage_group', { isManaged: true, managesAll: true })).toEqual(['manage'])
  })
})
