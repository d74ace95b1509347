import type { Config } from '../../../../config/config'
import type { Clock } from '../../../../lib/clock'
import { ApnsSender } from './apns'
import { FcmSender } from './fcm'
import type { MobileServices } from './mobile-push'

export function createMobileServices(config: Config, clock: Clock): MobileServices {
  const fcm = config.fcm && new FcmSender(config.fcm, config, clock)
  const apns = config.apns && new ApnsSender(config.apns, config, clock)
  return { fcm, apns, close: () => apns?.close() }
}
