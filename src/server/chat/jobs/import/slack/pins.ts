import { encloseMarkdown } from '../../../../../shared/rules/fences'
import { firstText, numberOf, rowOf, rowsOf, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { finishLines, literal, referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import { snippetOf } from '../markup/thread-topics'
import type { Conversations } from './conversations'
import type { FoundMessage } from './merged-messages'
import { plainOfMrkdwn } from './mrkdwn'
import type { SlackNames } from './names'
import { readTimestamp } from './timestamp'
import type { Timestamp } from './timestamp'

/** The topic of a channel that lists its pinned messages, since Parley pins none. */
export const pinTopic = 'pinned messages'

/** A pin by the list of the channel. */
interface ListedPin {
  by: string
  at: Timestamp | undefined
}

/** Pinned messages that the archive has, by the lists of the channels and by the messages themselves. */
export class Pins {
  private readonly listed = new Map<string, ListedPin>()
  private readonly found = new Map<string, { message: FoundMessage; pin: ListedPin }>()

  constructor({ byId }: Conversations) {
    for (const { id, isStream, row } of byId.values()) {
      if (isStream) this.addList(id, row)
    }
  }

  private addList(id: string, row: Row): void {
    for (const pin of rowsOf(row, 'pins')) {
      const time = readTimestamp(pin.id)
      if (!time) continue
      const at = readTimestamp(numberOf(pin, 'created'))
      this.listed.set(`${id}/${time.text}`, { by: textOf(pin, 'user'), at })
    }
  }

  /** Notes a message that is pinned in its channel. Answers of the interface, as slackdump keeps them, say so themselves. */
  note(message: FoundMessage): void {
    const { key, row, conversation } = message
    if (!conversation.isStream) return
    const pin = this.listed.get(key) ?? ownPin(row, conversation.id)
    if (pin) this.found.set(key, { message, pin })
  }

  /** A notice for each pin, by the time when it was pinned. */
  notices(names: SlackNames): FoundMessage[] {
    return [...this.found].map(([key, { message, pin }]) => {
      const text = plainOfMrkdwn(textOf(message.row, 'text'), names).trim()
      const words = text || firstText(rowsOf(message.row, 'files')[0] ?? {}, 'title', 'name')
      const quote = encloseMarkdown(finishLines(literal(snippetOf(words) || '…')), 'quote')
      const link = referenceLink('message', reference('message', key, '#'))
      const by = names.user(pin.by)
      const notice = by
        ? `${reference('silent', by.key, by.name)} pinned a ${link}`
        : `Pinned ${link}`
      return {
        ...message,
        ...{ key: `${key}#pin`, time: pin.at ?? message.time, row: {} },
        notice: `${notice}:\n${quote}`,
      }
    })
  }
}

function ownPin(row: Row, channel: string): ListedPin | undefined {
  if (!textsOf(row, 'pinned_to').includes(channel)) return undefined
  const info = rowOf(row, 'pinned_info')
  return { by: textOf(info, 'pinned_by'), at: readTimestamp(numberOf(info, 'pinned_ts')) }
}
