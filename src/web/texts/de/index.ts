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
export * from './claim-rules'
export * from './logged-out'
export * from './bots'
export * from './channel-offer'
export * from './compose'
export * from './devices'
export * from './api-keys'
export * from './audit-log'
export * from './commands'
export * from './connection'
export * from './connection-card'
export * from './dialogs'
export * from './feed'
export * from './first-steps'
export * from './frame'
export * from './group-picker'
export * from './group-settings'
export * from './invitations'
export * from './invite-file'
export * from './integrations'
export * from './keys'
export * from './later'
export * from './language'
export * from './mark-read'
export * from './message-dialogs'
export * from './messages'
export * from './empty-feed'
export * from './notifications'
export * from './notification-states'
export * from './offline'
export * from './organization'
export * from './identity-providers'
export * from './imports'
export * from './organization-data'
export * from './organization-lists'
export * from './parts'
export * from './passing-on'
export * from './pause'
export * from './password-field'
export * from './people'
export * from './people-list'
export * from './picture-zoom'
export * from './realm-settings'
export * from './recent'
export * from './scim-tokens'
export * from './search'
export * from './second-factor'
export * from './settings-areas'
export * from './setting-defaults'
export * from './settings'
export * from './status-end'
export * from './stream-settings'
export * from './streams'
export * from './unsubscribe'
export * from './switcher'
export * from './topics'
export * from './your-menu'
