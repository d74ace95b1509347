import { botTypes } from '../../db/schema'
import type { BotServiceRow, BotType, ServiceInterface } from '../../db/schema'
import { createApiKey } from '../credentials'
import { BadRequestError } from '../errors'

/** The service behind an outgoing-webhook bot, as it is asked for. */
export interface WantedService {
  payloadUrl?: string | undefined
  interfaceType?: number | undefined
  /** The short name of the bot unless given. */
  name?: string | undefined
}

/** @throws BadRequestError. Source: protocol notes 7.1. */
export function checkInterface(type: number): ServiceInterface {
  if (type !== 1 && type !== 2) throw new BadRequestError('Invalid interface type')
  return type
}

/**
 * The service of a new bot with a token of its own, none for bots of other types.
 * @throws BadRequestError for an outgoing webhook that does not say where to
 */
export function newService(
  botType: BotType,
  wanted: WantedService & { interfaceType: number; name: string },
): Omit<BotServiceRow, 'realm_id' | 'bot_id'> | undefined {
  const type = checkInterface(wanted.interfaceType)
  if (botType !== botTypes.outgoingWebhook) return undefined
  if (!wanted.payloadUrl) throw new BadRequestError('payload_url is not a URL')
  return { name: wanted.name, base_url: wanted.payloadUrl, interface: type, token: createApiKey() }
}
