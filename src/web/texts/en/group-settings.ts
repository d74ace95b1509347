/* User groups: list, creation, settings and members. */

export const groupSettings = {
  sections: 'Group sections',
  all: 'All groups',
  yours: 'Your groups',
  system: 'Roles',
  deactivated: 'Deactivated',
  create: 'Create a group',
  backToAll: 'All groups',
  gone: 'Group not found',
  goneHint: 'It may have been deleted.',
  isDeactivated: 'This group is deactivated. It cannot be mentioned or given permissions.',
  isSystem: 'The server manages this group: membership follows from roles.',
  isManaged: (slug: string) => `The rules of the identity provider ${slug} choose the members.`,
}

export const groupList = {
  label: 'Groups',
  find: 'Filter groups',
  none: 'No groups here.',
  name: 'Group',
  managed: '(managed)',
  members: 'Members',
  tools: 'Actions',
  join: 'Join',
  leave: 'Leave',
  joinOf: (group: string) => `Join ${group}`,
  leaveOf: (group: string) => `Leave ${group}`,
  reactivate: 'Reactivate',
  reactivateOf: (group: string) => `Reactivate ${group}`,
  failed: (group: string) => `${group} could not be changed.`,
}

export const newGroup = {
  words: 'new add make',
  name: 'Name',
  nameHint: (name: string) => `People mention it as @${name}.`,
  description: 'Description',
  members: 'Members, besides you',
  membersHint: 'Members of the groups that you add become members too.',
  permissions: 'Permissions',
  submit: 'Create group',
  needsName: 'Enter a name.',
}

export const groupGeneral = {
  words: 'name description mention deactivate',
  title: 'General',
  readOnly: 'Only people who can administer this group can change it.',
  copyMention: 'Copy mention',
  deactivate: 'Deactivate group',
  deactivateTitle: (group: string) => `Deactivate ${group}?`,
  deactivateWarning:
    'It can no longer be mentioned or given permissions. Its name and members are kept, and you can reactivate it.',
  inUseTitle: (group: string) => `${group} is in use`,
  inUse: 'It cannot be deactivated while it is used here:',
  usedInGroup: (group: string) => `Member of the group ${group}`,
  usedInRealm: (setting: string) => `Organization: ${setting}`,
  usedInStream: (stream: string, setting: string) => `Stream ${stream}: ${setting}`,
  hiddenStream: 'that you cannot see',
  usedByGroup: (group: string, setting: string) => `Group ${group}: ${setting}`,
  somebody: 'an unknown user',
  createdBy: (who: string, when: string) => `Created by ${who} on ${when}.`,
}

export const groupPermissions = {
  words: 'administer mention join leave',
  title: 'Permissions',
  readOnly: 'Only people who can administer this group can change its permissions.',
  names: {
    can_manage_group: 'Who can administer this group',
    can_mention_group: 'Who can mention this group',
    can_add_members_group: 'Who can add members',
    can_remove_members_group: 'Who can remove members',
    can_join_group: 'Who can join this group',
    can_leave_group: 'Who can leave this group',
  } as Readonly<Record<string, string>>,
  hints: {
    can_manage_group: 'Name, description, members, permissions and deactivation.',
    can_mention_group: 'A mention notifies the members.',
  } as Readonly<Record<string, string>>,
}

export const groupMembers = {
  words: 'people add remove',
  title: 'Members',
  label: 'Members',
  find: 'Find members',
  none: 'This group has no members.',
  name: 'Name',
  how: 'Membership',
  direct: 'direct',
  through: (groups: string) => `via ${groups}`,
  asGroup: (count: number) => (count === 1 ? 'group of 1' : `group of ${count}`),
  indirect: 'Show indirect members',
  tools: 'Actions',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeAll: 'Remove from the group',
  add: 'Add members',
  adds: 'People and groups to add',
  addButton: 'Add',
  mayNotAdd: 'You cannot add members to this group.',
  onlyManagersAddGroups: 'Only people who can administer this group can add groups to it.',
}
