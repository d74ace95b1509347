/** Named API keys of the reader. */
export const namedKeys = {
  make: 'New API key',
  about: 'For one device or script. You log in with your email address and the key.',
  name: 'Name',
  nameHint: 'Such as “Laptop” or “Backup script”',
  scope: 'Rights',
  scopes: {
    read: 'Read only',
    write: 'Read and write',
    administration: 'Everything that you can do',
  },
  expiry: 'Expires',
  never: 'Never',
  days: (days: number) => `In ${days} days`,
  key: 'Key',
  onlyNow: 'Copy it now. It is not shown again.',
  copy: 'Copy the key',
  done: 'Done',
  unused: 'Never',
  facts: (rights: string, expiry: string) => `${rights}, until ${expiry}`,
  expired: (rights: string) => `${rights}, expired`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  notRevoked: 'This key could not be revoked.',
}

/** The dialog before something dangerous. */
export const proof = {
  title: 'Confirm that it is you',
  about: 'You logged in some time ago.',
  noWay: 'You logged in some time ago. Log out and log in again to do this.',
  confirm: 'Confirm',
}
