/**
 * Words in the names of the settings that may name any users, guests included. A pattern, because the web app
 * needs it for its first message, where bytes count; a test compares it with the declarations.
 */
const mayNameGuests = /topic|own|direct|send|leave|mention|ve_sub|in_ch|of_ch/

/**
 * The name of a permission of a stream for {@link isPermitted}: one has a namesake among those of the realm, which is
 * not for guests.
 */
export function nameInStream(permission: string): string {
  return permission === 'can_delete_any_message_group' ? `in_channel_${permission}` : permission
}

/**
 * Whether a setting of the realm, a stream or a group gives its permission to a user. Guests never have one that
 * cannot be given to everybody, even if the value names them or a group of theirs.
 * Source: docs/protocol/permissions.md#test-guests.
 *
 * @param isNamed whether the value of the setting contains the user
 * @param setting its name, such as `can_send_message_group`, or by {@link nameInStream}
 */
export function isPermitted(isNamed: boolean, isGuest: boolean, setting: string): boolean {
  return isNamed && (!isGuest || mayNameGuests.test(setting))
}
