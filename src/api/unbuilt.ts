import { says, unbuilt, unbuiltUnless } from '../http/declare/unbuilt'

/*
 * What Parley cannot do yet, and must not seem to do: the arguments, endpoint by endpoint, with which
 * somebody restricts, protects, delays or deletes. Whoever builds one takes it out of here.
 * Source: docs/protocol/level-371.md#unbuilt-arguments.
 */

/** Sending at another time is another call. Source: docs/protocol/messages.md#send-later. */
export const unbuiltOfSending = unbuilt('scheduled_delivery_timestamp')

/** Channels, created or changed: nobody sees one without an account. */
export const unbuiltOfNewStreams = unbuiltUnless(says(false), 'is_web_public')

/** Channels that are made on the way, with nothing but a name and a description. */
export const unbuiltOfStreams = {
  ...unbuiltOfNewStreams,
  ...unbuiltUnless(says('realm_default'), 'message_retention_days'),
  ...unbuilt(
    'can_add_subscribers_group',
    'can_administer_channel_group',
    'can_remove_subscribers_group',
    'can_send_message_group',
    'can_subscribe_group',
  ),
}

/** Other people's accounts. Source: docs/protocol/accounts.md#update-user. */
export const unbuiltOfUsers = unbuilt('new_password')

/** The organisation. Source: docs/protocol/realm-settings.md#properties. */
export const unbuiltOfRealm = {
  // Everybody chooses it for themselves.
  ...unbuiltUnless(says(1), 'email_address_visibility'),
  // Topics are never empty.
  ...unbuiltUnless(
    says(true),
    'mandatory_topics',
    'message_content_allowed_in_email_notifications',
  ),
  ...unbuiltUnless(says(false), 'enable_spectator_access'),
}

/** Nothing is ever deleted with its organisation. Source: docs/protocol/retention-and-export.md#realm-deactivate-call. */
export const unbuiltOfRealmEnd = unbuilt('deletion_delay_days')
