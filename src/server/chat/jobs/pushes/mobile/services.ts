import type { Config } from '../../../../config/config'
import { ApnsSender } from './apns'
import { FcmSender } from './fcm'
import type { MobileServices } from './mobile-push'

export function createMobileServices(config: Config): MobileServices {
  const fcm = config.fcm && new FcmSender(config.fcm, config)
  const apns = config.apns && new ApnsSender(config.apns, config)
  return { fcm, apns, close: () => apns?.close() }
}
