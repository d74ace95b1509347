import { streamPermissions } from '../../../shared/stream-permissions'
import { says, unbuilt, unbuiltUnless } from '../../http/declare/unbuilt'

/*
 * Unimplemented arguments that restrict, protect, delay or delete, by endpoint. They are refused rather
 * than ignored, so that no client relies on them. Remove an argument here when you implement it.
 * Source: docs/protocol/level-371.md#unbuilt-arguments.
 */

/** Sending a message; scheduling has its own endpoint. Source: docs/protocol/messages.md#send-later. */
export const unbuiltOfSending = unbuilt('scheduled_delivery_timestamp')

/** Creating and changing streams, which are never visible without an account. */
export const unbuiltOfNewStreams = unbuiltUnless(says(false), 'is_web_public')

/** Streams created by subscribing, for endpoints that take only a name and a description. */
export const unbuiltOfStreams = {
  ...unbuiltOfNewStreams,
  ...unbuiltUnless(says('inherit'), 'topics_policy'),
  ...unbuiltUnless(says('realm_default'), 'message_retention_days'),
  ...unbuilt(...Object.keys(streamPermissions)),
}

/** Changing another user's account. Source: docs/protocol/accounts.md#update-user. */
export const unbuiltOfUsers = unbuilt('new_password')

/** Changing the organization. Source: docs/protocol/realm-settings.md#properties. */
export const unbuiltOfRealm = {
  // A personal setting of each user.
  ...unbuiltUnless(says(1), 'email_address_visibility'),
  ...unbuiltUnless(says(false), 'enable_spectator_access'),
  // The server draws pictures for accounts without an uploaded one.
  ...unbuiltUnless(says('G'), 'default_avatar_source'),
}

/**
 * Deactivating the organization, which never deletes data.
 * Source: docs/protocol/retention-and-export.md#realm-deactivate-call.
 */
export const unbuiltOfRealmEnd = unbuilt('deletion_delay_days')
