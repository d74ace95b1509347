/** Tokens with which directories manage accounts. */
export const scimTokens = {
  title: 'Accounts from a directory',
  about:
    'A directory such as Okta or Entra creates, changes and deactivates accounts and user groups by SCIM.',
  create: 'Create a token',
  name: 'Name of the token',
  nameHint: 'The audit log shows it with all that the directory does.',
  token: 'Token',
  onlyNow: 'Copy it now. It is not shown again.',
  copy: 'Copy the token',
  address: 'Base address',
  copyAddress: 'Copy the base address',
  done: 'Done',
  unused: 'Not used yet',
  lastUsed: (time: string) => `Last used: ${time}`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeNote: 'The directory loses its access at once. Accounts and groups are kept.',
}
