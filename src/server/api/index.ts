import { auditLogEndpoints } from './audit-log'
import type { Endpoint } from '../http/declare/endpoint'
import { passwordEndpoints } from './accounts/passwords'
import { mailDeliveryEndpoints } from './users/mail-delivery'
import { unsubscribeEndpoints } from './accounts/unsubscribe'
import { alertWordsEndpoints } from './alert-words'
import { avatarsEndpoints } from './avatars'
import { botStorageEndpoints } from './bot-storage'
import { botsEndpoints } from './bots'
import { channelFoldersEndpoints } from './channel-folders'
import { defaultStreamGroupsEndpoints } from './default-stream-groups'
import { draftsEndpoints } from './drafts'
import { eventsEndpoints } from './events'
import { encryptedPushEndpoints } from './encrypted-pushes'
import { externalContentEndpoints } from './external-content'
import { invitationsEndpoints } from './invitations'
import { linkifiersEndpoints } from './linkifiers'
import { messagesEndpoints } from './messages'
import { mutesEndpoints } from './mutes'
import { profileFieldsEndpoints } from './profile-fields'
import { navigationViewsEndpoints } from './navigation-views'
import { oldAddressEndpoints } from './old-addresses'
import { mobileDevicesEndpoints } from './mobile-devices'
import { pushDevicesEndpoints } from './push-devices'
import { reactionsEndpoints } from './reactions'
import { presenceEndpoints } from './presence'
import { readStateEndpoints } from './read-state'
import { realmEndpoints } from './realm'
import { realmEmojiEndpoints } from './realm-emoji'
import { realmExportEndpoints } from './realm-exports'
import { realmImportEndpoints } from './realm-imports'
import { remindersEndpoints } from './reminders'
import { savedSnippetsEndpoints } from './saved-snippets'
import { scheduledMessagesEndpoints } from './scheduled-messages'
import { serverEndpoints } from './server'
import { sessionsEndpoints } from './sessions'
import { settingsEndpoints } from './settings'
import { signUpEndpoints } from './sign-up'
import { statisticsEndpoints } from './statistics'
import { streamsEndpoints } from './streams'
import { subscriptionsEndpoints } from './subscriptions'
import { userGroupsEndpoints } from './user-groups'
import { uploadsEndpoints } from './uploads'
import { usersEndpoints } from './users'
import { webhooksEndpoints } from './webhooks'

/** All endpoints, in the order of docs/protocol/contract.md#operations and then by subject. */
export const endpoints: readonly Endpoint[] = [
  ...eventsEndpoints,
  ...streamsEndpoints,
  ...defaultStreamGroupsEndpoints,
  ...channelFoldersEndpoints,
  ...subscriptionsEndpoints,
  ...usersEndpoints,
  ...invitationsEndpoints,
  ...settingsEndpoints,
  ...realmEndpoints,
  ...encryptedPushEndpoints,
  ...profileFieldsEndpoints,
  ...mutesEndpoints,
  ...alertWordsEndpoints,
  ...savedSnippetsEndpoints,
  ...draftsEndpoints,
  ...scheduledMessagesEndpoints,
  ...remindersEndpoints,
  ...navigationViewsEndpoints,
  ...messagesEndpoints,
  ...reactionsEndpoints,
  ...mobileDevicesEndpoints,
  ...pushDevicesEndpoints,
  ...presenceEndpoints,
  ...readStateEndpoints,
  ...uploadsEndpoints,
  ...externalContentEndpoints,
  ...oldAddressEndpoints,
  ...avatarsEndpoints,
  ...realmEmojiEndpoints,
  ...realmExportEndpoints,
  ...realmImportEndpoints,
  ...webhooksEndpoints,
  ...botsEndpoints,
  ...botStorageEndpoints,
  ...userGroupsEndpoints,
  ...linkifiersEndpoints,
  ...auditLogEndpoints,
  ...statisticsEndpoints,
  ...serverEndpoints,
  ...sessionsEndpoints,
  ...passwordEndpoints,
  ...unsubscribeEndpoints,
  ...mailDeliveryEndpoints,
  ...signUpEndpoints,
]
