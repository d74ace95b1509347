/*
 * Every German text of the app, by the same names as the English ones. Its terms:
 *
 *   stream, topic               der Stream, das Thema
 *   private message             die Direktnachricht
 *   conversation                die Unterhaltung
 *   inbox, combined feed        der Eingang, die Gesamtansicht
 *   star, follow, mute          (mit Stern) markieren, folgen, stummschalten
 *   mark as resolved            als gelöst markieren
 *   join, leave, add            beitreten, verlassen, hinzufügen
 *   subscriber, default stream  der Abonnent, der Standard-Stream
 *   realm, group, role          die Organisation, die Gruppe, die Rolle
 *   owner, full member          der Besitzer, das Vollmitglied
 *   permission: who can …       die Berechtigung: wer … darf
 *   log in, sign up, account    anmelden, registrieren, das Konto
 *   reaction, poll, to-do list  die Reaktion, die Umfrage, die Aufgabenliste
 *   draft, snippet, alert word  der Entwurf, der Textbaustein, das Signalwort
 *   linkifier, playground       der Linkifier, der Playground
 *   theme, appearance           das Design, die Darstellung
 *   API key, webhook            der API-Schlüssel, der Webhook
 *
 * It addresses the reader as "du", quotes with „…“, and puts a space before an ellipsis that stands for missing words.
 */
export * from './de/logged-out'
export * from './de/bots'
export * from './de/channel-offer'
export * from './de/compose'
export * from './de/devices'
export * from './de/audit-log'
export * from './de/commands'
export * from './de/connection'
export * from './de/connection-card'
export * from './de/dialogs'
export * from './de/feed'
export * from './de/first-steps'
export * from './de/frame'
export * from './de/group-picker'
export * from './de/group-settings'
export * from './de/invitations'
export * from './de/invite-file'
export * from './de/integrations'
export * from './de/keys'
export * from './de/later'
export * from './de/language'
export * from './de/mark-read'
export * from './de/message-dialogs'
export * from './de/messages'
export * from './de/empty-feed'
export * from './de/notifications'
export * from './de/notification-states'
export * from './de/offline'
export * from './de/organization'
export * from './de/imports'
export * from './de/organization-data'
export * from './de/organization-lists'
export * from './de/parts'
export * from './de/passing-on'
export * from './de/pause'
export * from './de/password-field'
export * from './de/people'
export * from './de/people-list'
export * from './de/picture-zoom'
export * from './de/realm-settings'
export * from './de/recent'
export * from './de/search'
export * from './de/settings-areas'
export * from './de/setting-defaults'
export * from './de/settings'
export * from './de/status-end'
export * from './de/stream-settings'
export * from './de/streams'
export * from './de/unsubscribe'
export * from './de/switcher'
export * from './de/topics'
export * from './de/your-menu'
