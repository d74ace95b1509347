import { auditLogEndpoints } from './audit-log'
import type { Endpoint } from '../http/declare/endpoint'
import { alertWordsEndpoints } from './alert-words'
import { avatarsEndpoints } from './avatars'
import { botStorageEndpoints } from './bot-storage'
import { botsEndpoints } from './bots'
import { draftsEndpoints } from './drafts'
import { eventsEndpoints } from './events'
import { externalContentEndpoints } from './external-content'
import { linkifiersEndpoints } from './linkifiers'
import { messagesEndpoints } from './messages'
import { mutesEndpoints } from './mutes'
import { reactionsEndpoints } from './reactions'
import { presenceEndpoints } from './presence'
import { readStateEndpoints } from './read-state'
import { realmEmojiEndpoints } from './realm-emoji'
import { savedSnippetsEndpoints } from './saved-snippets'
import { serverEndpoints } from './server'
import { sessionsEndpoints } from './sessions'
import { settingsEndpoints } from './settings'
import { streamsEndpoints } from './streams'
import { subscriptionsEndpoints } from './subscriptions'
import { userGroupsEndpoints } from './user-groups'
import { uploadsEndpoints } from './uploads'
import { usersEndpoints } from './users'
import { webhooksEndpoints } from './webhooks'

/** Every endpoint, in the order of docs/protocol/contract.md#operations and then by subject. */
export const endpoints: readonly Endpoint[] = [
  ...eventsEndpoints,
  ...streamsEndpoints,
  ...subscriptionsEndpoints,
  ...usersEndpoints,
  ...settingsEndpoints,
  ...mutesEndpoints,
  ...alertWordsEndpoints,
  ...savedSnippetsEndpoints,
  ...draftsEndpoints,
  ...messagesEndpoints,
  ...reactionsEndpoints,
  ...presenceEndpoints,
  ...readStateEndpoints,
  ...uploadsEndpoints,
  ...externalContentEndpoints,
  ...avatarsEndpoints,
  ...realmEmojiEndpoints,
  ...webhooksEndpoints,
  ...botsEndpoints,
  ...botStorageEndpoints,
  ...userGroupsEndpoints,
  ...linkifiersEndpoints,
  ...auditLogEndpoints,
  ...serverEndpoints,
  ...sessionsEndpoints,
]
