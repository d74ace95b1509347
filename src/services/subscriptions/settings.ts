import type { AppContext } from '../../context'
import { lockSubscriptionsOf, updateSubscriptionSettings } from '../../db/subscriptions'
import type { SubscriptionSettings } from '../../db/subscriptions'
import { publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { subscriptionUpdated } from '../../wire/stream-events'
import type { Requester } from '../authentication'
import { BadRequestError, UncodedError } from '../errors'

/** One setting of one subscription, as clients spell it. */
export interface SettingChange {
  stream_id: number
  property: string
  value: unknown
}

interface Change {
  column: keyof SubscriptionSettings
  value: string | boolean
  /** The names and values under which clients are told. */
  told: [property: string, value: string | boolean][]
}

const booleanColumns = [
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
] as const

/**
 * Changes settings of the requester's own subscriptions, all or none, and tells the
 * requester's clients what really changed.
 *
 * @throws UncodedError for an unknown property or a stream that is not subscribed
 * @throws BadRequestError for a value of the wrong type
 * Source: protocol notes 10; client notes 9.6.
 */
export async function changeSubscriptionSettings(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  changes: readonly SettingChange[],
): Promise<void> {
  const checked = changes.map((change) => ({ streamId: change.stream_id, ...check(change) }))
  const streamIds = [...new Set(checked.map((change) => change.streamId))]
  await ctx.db.transaction(async (tx) => {
    const { realm_id: realmId, id: userId } = requester
    const rows = await lockSubscriptionsOf(tx, realmId, userId, streamIds)
    const current = new Map(rows.map((row) => [row.stream_id, row]))
    const changed: typeof current = new Map()
    const publications: Publication[] = []
    for (const { streamId, column, value, told } of checked) {
      const before = changed.get(streamId) ?? current.get(streamId)
      if (!before) throw new UncodedError(`Not subscribed to stream id ${streamId}`)
      if (before[column] === value) continue
      changed.set(streamId, { ...before, [column]: value })
      const stream = { id: streamId, name: before.stream_name }
      for (const [property, toldValue] of told) {
        publications.push({
          event: subscriptionUpdated(stream, requester.email, property, toldValue),
          audience: { userIds: [userId] },
        })
      }
    }
    await updateSubscriptionSettings(tx, realmId, [...changed.values()])
    await publish(tx, realmId, publications)
  })
}

function check({ property, value }: SettingChange): Change {
  if (property === 'color') {
    const color = checkColor(value)
    return { column: 'color', value: color, told: [['color', color]] }
  }
  if (property === 'in_home_view' || property === 'is_muted') {
    const isMuted =
      property === 'is_muted' ? checkBoolean(property, value) : !checkBoolean(property, value)
    // Old clients read the one, newer ones the other.
    return {
      column: 'is_muted',
      value: isMuted,
      told: [
        ['in_home_view', !isMuted],
        ['is_muted', isMuted],
      ],
    }
  }
  const column = booleanColumns.find((name) => name === property)
  if (!column) throw new UncodedError(`Unknown subscription property: ${property}`)
  const checked = checkBoolean(property, value)
  return { column, value: checked, told: [[column, checked]] }
}

function checkBoolean(property: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new BadRequestError(`${property} is not a boolean`)
  return value
}

/** `f00`, `#F00` and `#ff0000` are all stored as `#ff0000`, the one form that every client reads. */
function checkColor(value: unknown): string {
  if (typeof value !== 'string') throw new BadRequestError('color is not a string')
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value.trim().toLowerCase())?.[1]
  if (!digits) throw new BadRequestError('color is not a valid hex color code')
  return digits.length === 6 ? `#${digits}` : `#${digits.replace(/./g, '$&$&')}`
}
