import { BadRequestError } from '../errors'
import { readDeliveryTime } from './time'

/** Arguments with which older clients schedule a message when sending it. */
export interface LegacyOptions {
  /** `send_later`, `remind` or `send_now`; absent if the client sent only a time. */
  deliveryType: string | undefined
  deliverAt: string | undefined
  /** Time zone of `deliverAt`; by default the requester's. */
  timezone: string
}

/**
 * Delivery time of a message from these arguments; undefined: send now. Incomplete or contradictory
 * arguments are refused, so a message meant for later is never sent at once.
 *
 * @throws BadRequestError. Source: docs/protocol/messages.md#send-later.
 */
export function laterTime({ deliveryType, deliverAt, timezone }: LegacyOptions): Date | undefined {
  if (deliveryType === undefined && deliverAt === undefined) return undefined
  const type = (deliveryType ?? 'send_later').trim().replace(/^"(.*)"$/, '$1')
  if (type === 'send_now' && deliverAt === undefined) return undefined
  if (type !== 'send_later' && type !== 'remind') throw new BadRequestError('Invalid delivery_type')
  if (deliverAt === undefined) {
    throw new BadRequestError('Missing deliver_at in a request for delayed message delivery')
  }
  return readDeliveryTime(deliverAt, timezone)
}
