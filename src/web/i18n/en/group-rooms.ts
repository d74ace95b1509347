/* Where groups of people are found, made and set. */

export const groupRooms = {
  title: 'Groups',
  sections: 'Group sections',
  all: 'All groups',
  yours: 'Your groups',
  system: 'Roles',
  deactivated: 'Deactivated',
  create: 'Create a group',
  backToAll: 'All groups',
  gone: 'There is no such group',
  goneHint: 'It may have been deleted.',
  isDeactivated: 'This group is deactivated: it cannot be mentioned or given any permission.',
  isSystem: 'The server keeps this group: its members follow from their roles.',
}

export const groupList = {
  label: 'Groups',
  find: 'Filter groups',
  none: 'There is no group here.',
  name: 'Group',
  members: 'Members',
  tools: 'Actions',
  join: 'Join',
  leave: 'Leave',
  joinOf: (group: string) => `Join ${group}`,
  leaveOf: (group: string) => `Leave ${group}`,
  reactivate: 'Bring back',
  reactivateOf: (group: string) => `Bring ${group} back`,
  failed: (group: string) => `${group} could not be changed.`,
}

export const newGroup = {
  name: 'Name',
  nameHint: (name: string) => `People mention it as @${name}.`,
  description: 'Description',
  members: 'Members, beside you',
  membersHint: 'Members of groups that you choose are members of this one too.',
  permissions: 'Permissions',
  submit: 'Create group',
  needsName: 'It needs a name.',
  mayNot: 'You may not create groups here. An administrator can change that.',
}

export const groupGeneral = {
  title: 'General',
  readOnly: 'Only those who may administer this group can change it.',
  copyMention: 'Copy its mention',
  deactivate: 'Deactivate group',
  deactivateTitle: (group: string) => `Deactivate ${group}?`,
  deactivateWarning:
    'It can no longer be mentioned, or be given any permission. Its name and its members are kept, and it can be brought back.',
  inUseTitle: (group: string) => `${group} is in use`,
  inUse: 'It cannot be deactivated as long as it is used here:',
  close: 'Close',
  usedInGroup: (group: string) => `part of the group ${group}`,
  usedInRealm: (setting: string) => `Organisation: ${setting}`,
  usedInStream: (stream: string, setting: string) => `Stream ${stream}: ${setting}`,
  hiddenStream: 'that you cannot see',
  usedByGroup: (group: string, setting: string) => `Group ${group}: ${setting}`,
  somebody: 'somebody',
  createdBy: (who: string, when: string) => `Created by ${who} on ${when}.`,
}

export const groupPermissions = {
  title: 'Permissions',
  readOnly: 'Only those who may administer this group can change who may do what.',
  names: {
    can_manage_group: 'Who may administer it',
    can_mention_group: 'Who may mention it',
    can_add_members_group: 'Who may add others',
    can_remove_members_group: 'Who may remove others',
    can_join_group: 'Who may join by themselves',
    can_leave_group: 'Who may leave by themselves',
  } as Readonly<Record<string, string>>,
  hints: {
    can_manage_group: 'Name, description, members, permissions, deactivating.',
    can_mention_group: 'So that its members are notified.',
  } as Readonly<Record<string, string>>,
}

export const groupMembers = {
  title: 'Members',
  label: 'Members',
  find: 'Find members',
  none: 'Nobody is in this group.',
  name: 'Name',
  how: 'How',
  direct: 'directly',
  through: (groups: string) => `through ${groups}`,
  asGroup: (count: number) => (count === 1 ? 'group of 1' : `group of ${String(count)}`),
  indirect: 'Show those who are in it through other groups',
  tools: 'Actions',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeAll: 'Remove from the group',
  add: 'Add members',
  adds: 'People and groups to add',
  addButton: 'Add',
  mayNotAdd: 'You may not add others to this group.',
  onlyManagersAddGroups: 'Only those who administer the group can put groups into it.',
}
