import type { Say, Text } from '../../../text/i18n/catalogs/catalog'
import { plain, streamLink } from '../../rules/messages/quoting'

/*
 * Initial streams of a new organization, and the texts of Welcome Bot.
 */

/** Streams to which every new account is subscribed. New streams are announced in `announce`. */
export function welcomeStreams(say: Say) {
  return {
    general: publicStream('general', say('welcome.general')),
    announce: publicStream('announce', say('welcome.announce')),
  }
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

export const greetingTopic: Text = (say) => say('welcome.topic')

export function greetingOfStream(realmName: string, stream: { id: number; name: string }): Text {
  return (say) =>
    say('welcome.toStream', {
      realm: plain(realmName),
      stream: streamLink(stream),
      topic: greetingTopic(say),
    })
}

export function greetingOfOwner(realmName: string): Text {
  return (say) => say('welcome.toOwner', { realm: plain(realmName) })
}

export function greetingOfNewcomer(realmName: string): Text {
  return (say) => say('welcome.toNewcomer', { realm: plain(realmName) })
}
