/*
 * Every text of the app, in English; a text with parts is a function of them. A file for each part of the app, so
 * that the texts of what is fetched later come with it.
 */
export * from './en/compose'
export * from './en/connection'
export * from './en/feed'
export * from './en/frame'
export * from './en/keys'
export * from './en/message-dialogs'
export * from './en/messages'
export * from './en/notifications'
export * from './en/parts'
export * from './en/recent'
export * from './en/streams'
export * from './en/your-menu'
