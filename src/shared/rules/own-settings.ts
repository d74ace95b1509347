/**
 * Settings of an account that only its owner changes: visibility of the person and their reading, mails to the address,
 * and the consent to exports. Calls that change the settings of others refuse them.
 * Source: docs/protocol/accounts.md#settings-of-the-owner.
 */
export const settingsOfOwner = [
  'allow_private_data_export',
  'email_address_visibility',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'presence_enabled',
  'send_private_typing_notifications',
  'send_read_receipts',
  'send_stream_typing_notifications',
] as const

/** Whether only the owner of an account changes the setting. */
export function isOfOwner(name: string): boolean {
  return (settingsOfOwner as readonly string[]).includes(name)
}
