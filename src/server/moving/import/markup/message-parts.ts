import type { MessageRecord } from '../records'
import { mentionedKeys } from './references'
import { splitText } from './split-text'

/**
 * The records of one message of the source: several if its text is too long for one. The first has the key of the
 * message, the others that key with `#2`, `#3` and so on.
 */
export function messageParts(message: MessageRecord): MessageRecord[] {
  return splitText(message.content).map((content, index): MessageRecord => {
    const mentioned = mentionedKeys(content)
    return {
      ...message,
      key: index === 0 ? message.key : `${message.key}#${index + 1}`,
      content,
      ...(mentioned.length > 0 && { mentionedKeys: mentioned }),
    }
  })
}
