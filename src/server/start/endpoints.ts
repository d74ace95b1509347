import { apiKeysEndpoints } from '../api/api-keys'
import { auditLogEndpoints } from '../api/audit-log'
import type { Endpoint } from '../http/declare/endpoint'
import { loginCodeEndpoints } from '../api/accounts/login-codes'
import { passwordEndpoints } from '../api/accounts/passwords'
import { mailDeliveryEndpoints } from '../api/users/mail-delivery'
import { unsubscribeEndpoints } from '../api/accounts/unsubscribe'
import { alertWordsEndpoints } from '../api/alert-words'
import { avatarsEndpoints } from '../api/avatars'
import { botStorageEndpoints } from '../api/bot-storage'
import { botsEndpoints } from '../api/bots'
import { claimRulesEndpoints } from '../api/claim-rules'
import { channelFoldersEndpoints } from '../api/channel-folders'
import { defaultStreamGroupsEndpoints } from '../api/default-stream-groups'
import { draftsEndpoints } from '../api/drafts'
import { eventsEndpoints } from '../api/events'
import { encryptedPushEndpoints } from '../api/encrypted-pushes'
import { externalContentEndpoints } from '../api/external-content'
import { listIntegrationsEndpoint } from '../api/integrations-catalog'
import { identityProvidersEndpoints } from '../api/identity-providers'
import { invitationsEndpoints } from '../api/invitations'
import { jwtEndpoints } from '../api/jwt'
import { linkifiersEndpoints } from '../api/linkifiers'
import { messagesEndpoints } from '../api/messages'
import { mutesEndpoints } from '../api/mutes'
import { profileFieldsEndpoints } from '../api/users/profile-fields'
import { navigationViewsEndpoints } from '../api/navigation-views'
import { oldAddressEndpoints } from '../api/old-addresses'
import { mobileDevicesEndpoints } from '../api/mobile-devices'
import { pushDevicesEndpoints } from '../api/push-devices'
import { reactionsEndpoints } from '../api/reactions'
import { presenceEndpoints } from '../api/presence'
import { readStateEndpoints } from '../api/read-state'
import { realmEndpoints } from '../api/realm'
import { realmEmojiEndpoints } from '../api/realm-emoji'
import { realmExportEndpoints } from '../api/realm-exports'
import { realmImportEndpoints } from '../api/realm-imports'
import { remindersEndpoints } from '../api/reminders'
import { savedSnippetsEndpoints } from '../api/saved-snippets'
import { scheduledMessagesEndpoints } from '../api/scheduled-messages'
import { scimTokensEndpoints } from '../api/scim-tokens'
import { serverEndpoints } from '../api/server'
import { passkeysEndpoints } from '../api/passkeys'
import { secondFactorEndpoints } from '../api/second-factors'
import { sessionsEndpoints } from '../api/sessions'
import { settingsEndpoints } from '../api/settings'
import { signUpEndpoints } from '../api/sign-up'
import { statisticsEndpoints } from '../api/statistics'
import { streamsEndpoints } from '../api/streams'
import { subscriptionsEndpoints } from '../api/subscriptions'
import { userGroupsEndpoints } from '../api/user-groups'
import { uploadsEndpoints } from '../api/uploads'
import { usersEndpoints } from '../api/users'
import { webhooksEndpoints } from '../api/webhooks'

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
  ...identityProvidersEndpoints,
  ...claimRulesEndpoints,
  ...jwtEndpoints,
  ...scimTokensEndpoints,
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
  listIntegrationsEndpoint,
  ...botsEndpoints,
  ...botStorageEndpoints,
  ...userGroupsEndpoints,
  ...linkifiersEndpoints,
  ...auditLogEndpoints,
  ...statisticsEndpoints,
  ...serverEndpoints,
  ...sessionsEndpoints,
  ...secondFactorEndpoints,
  ...passkeysEndpoints,
  ...loginCodeEndpoints,
  ...apiKeysEndpoints,
  ...passwordEndpoints,
  ...unsubscribeEndpoints,
  ...mailDeliveryEndpoints,
  ...signUpEndpoints,
]
