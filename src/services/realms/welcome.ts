import { plain } from '../messages/sending/quoting'

/*
 * What a new organisation begins with: its streams, and what Welcome Bot says.
 */

/** Streams to which every new account is subscribed. New streams are announced in `announce`. */
export const welcomeStreams = {
  general: publicStream('general', 'For everything that has no stream of its own'),
  announce: publicStream('announce', 'New streams and other news about this organization'),
}

function publicStream(name: string, description: string) {
  return {
    name,
    description,
    invite_only: false,
    is_announcement_only: false,
    history_public_to_subscribers: true,
    is_default: true,
  }
}

export const greetingTopic = 'greetings'

export function greetingOfGeneral(realmName: string): string {
  return (
    `Welcome to ${plain(realmName)}!\n\n` +
    `This is the stream #**general**, and the topic of this message is *${greetingTopic}*. ` +
    'Answer here, or begin a topic of your own.'
  )
}

export function greetingOfOwner(realmName: string): string {
  return (
    `Hello, and welcome to ${plain(realmName)}! I am the Welcome Bot. You own this organization: ` +
    'add people, create streams for them, and let programs write through bots.'
  )
}

export function greetingOfNewcomer(realmName: string): string {
  return (
    `Hello, and welcome to ${plain(realmName)}! I am the Welcome Bot.\n\n` +
    'Messages here are sent to streams, and every message has a topic: ' +
    'pick a stream, name a topic and say hello. ' +
    'A message to one or several people, like this one, is seen by nobody else.'
  )
}
