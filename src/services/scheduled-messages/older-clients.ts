import { BadRequestError } from '../errors'
import { readDeliveryTime } from './time'

/** What clients of old said of a message for later. */
export interface OldWishes {
  /** `send_later`, `remind`, or `send_now`; absent where only a time is said. */
  deliveryType: string | undefined
  deliverAt: string | undefined
  /** Where the client's clocks are; the requester's own zone unless said. */
  timezone: string
}

/**
 * When a message is to be sent, as clients of old say it; undefined: now. Nothing that speaks of another time
 * is sent at once.
 *
 * @throws BadRequestError. Source: docs/protocol/messages.md#send-later.
 */
export function laterTime({ deliveryType, deliverAt, timezone }: OldWishes): Date | undefined {
  if (deliveryType === undefined && deliverAt === undefined) return undefined
  const type = (deliveryType ?? 'send_later').trim().replace(/^"(.*)"$/, '$1')
  if (type === 'send_now' && deliverAt === undefined) return undefined
  if (type !== 'send_later' && type !== 'remind') throw new BadRequestError('Invalid delivery_type')
  if (deliverAt === undefined) {
    throw new BadRequestError('Missing deliver_at in a request for delayed message delivery')
  }
  return readDeliveryTime(deliverAt, timezone)
}
