import { firstText, numberOf, rowOf, rowsOf, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { pinKeyOf, pinNotice } from '../markup/pins'
import type { Conversations } from './conversations'
import type { FoundMessage } from './merged-messages'
import { plainOfMrkdwn } from './mrkdwn'
import type { SlackNames } from './names'
import { readTimestamp } from './timestamp'
import type { Timestamp } from './timestamp'

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

  /** Notes a message if it is pinned in its channel: by the list of the channel, or by the row itself in archives of slackdump. */
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
      return {
        ...message,
        ...{ key: pinKeyOf(key), time: pin.at ?? message.time, row: {} },
        notice: pinNotice({ key, words, by: names.user(pin.by) }),
      }
    })
  }
}

function ownPin(row: Row, channel: string): ListedPin | undefined {
  if (!textsOf(row, 'pinned_to').includes(channel)) return undefined
  const info = rowOf(row, 'pinned_info')
  return { by: textOf(info, 'pinned_by'), at: readTimestamp(numberOf(info, 'pinned_ts')) }
}
