import * as compose from './en/compose'
import * as connection from './en/connection'
import * as feed from './en/feed'
import * as frame from './en/frame'
import * as keys from './en/keys'
import * as messages from './en/messages'
import * as notifications from './en/notifications'
import * as parts from './en/parts'

/** Every text of the app, in English; a text with parts is a function of them. A file for each part of the app. */
export const en = {
  ...compose,
  ...connection,
  ...feed,
  ...frame,
  ...keys,
  ...messages,
  ...notifications,
  ...parts,
} as const
