import { firstText, numberOf, rowOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { ReadPositionRecord, StreamRecord, SubscriptionRecord } from '../records'
import { keyOfUser } from './people'

/** The channels of all teams. Source: docs/protocol/import.md#mattermost-teams. */
export class Channels {
  private readonly teams = new Map<string, string>()
  private readonly rows = new Map<string, Row>()

  addTeam(row: Row): void {
    const name = textOf(row, 'name').toLowerCase()
    if (name) this.teams.set(name, firstText(row, 'display_name', 'name'))
  }

  addChannel(row: Row): void {
    if (textOf(row, 'name')) this.rows.set(keyOf(textOf(row, 'team'), textOf(row, 'name')), row)
  }

  teamNames(): string[] {
    return [...this.teams.keys()]
  }

  /** The key of a channel; undefined for an unknown one. */
  find(team: string, name: string): string | undefined {
    const key = keyOf(team, name)
    return this.rows.has(key) ? key : undefined
  }

  records(): StreamRecord[] {
    return [...this.rows].map(([key, row]): StreamRecord => {
      const name = textOf(row, 'name')
      const team = textOf(row, 'team').toLowerCase()
      const texts = ['display_name', 'purpose', 'header'].map((field) => firstText(row, field))
      const said = new Set(texts.filter((text) => text !== '' && text !== name))
      const isPrivate = textOf(row, 'type') === 'P'
      return {
        ...{ kind: 'stream', key, isPrivate, hasSharedHistory: true },
        // Teams are one organization here.
        name: this.teams.size > 1 ? `${this.teams.get(team) ?? team}: ${name}` : name,
        description: [...said].join(' – ').replace(/\s+/g, ' '),
        isArchived: (numberOf(row, 'deleted_at') ?? 0) > 0,
        isDefault: name === 'town-square' && !isPrivate,
      }
    })
  }

  /** The subscriptions in the line of a user. */
  *subscriptions(user: Row): Generator<SubscriptionRecord> {
    for (const { streamKey, row } of this.memberships(user)) {
      const isMuted = textOf(rowOf(row, 'notify_props'), 'mark_unread') === 'mention'
      yield {
        ...{ kind: 'subscription', streamKey, userKey: keyOfUser(user), isActive: true },
        ...(isMuted && { isMuted }),
        ...(row.favorite === true && { isPinned: true }),
      }
    }
  }

  /** The read position of the user in each channel. */
  *readPositions(user: Row): Generator<ReadPositionRecord> {
    for (const { streamKey, row } of this.memberships(user)) {
      const viewedAt = numberOf(row, 'last_viewed_at') ?? 0
      if (viewedAt <= 0 || viewedAt > Date.UTC(9999, 0)) continue
      const readUntil = new Date(viewedAt)
      yield { kind: 'read-position', streamKey, userKey: keyOfUser(user), readUntil }
    }
  }

  private *memberships(user: Row): Generator<{ streamKey: string; row: Row }> {
    for (const team of rowsOf(user, 'teams')) {
      for (const row of rowsOf(team, 'channels')) {
        const streamKey = this.find(textOf(team, 'name'), textOf(row, 'name'))
        if (streamKey !== undefined) yield { streamKey, row }
      }
    }
  }
}

function keyOf(team: string, name: string): string {
  return `${team.toLowerCase()}/${name.toLowerCase()}`
}
