import { createAddressPolicy } from '../../chat/rules/outgoing/addresses'
import type { Config } from '../../config/config'
import type { PushHost } from '../../data/notifications/push-hosts'
import { reasonOf, remedyOf } from './explain-failure'
import type { Finding } from './finding'
import { reach } from './reach'

const subject = 'pushes'
const advice = 'Let the server connect to this host: see the firewall and the DNS.'

/** Connects to each service of pushes to mobile apps that is set up. One that is away hides no other. */
export async function checkPushes(config: Config): Promise<Finding[]> {
  const services: (readonly [name: string, url: string | undefined])[] = [
    ['FCM', config.fcm && config.fcmUrl],
    ['APNs', config.apns && config.apnsUrl],
    ['the push bouncer', config.pushBouncerUrl],
  ]
  const looks = services.map(async ([name, url]): Promise<Finding[]> => {
    if (url === undefined) return []
    try {
      await reach(new URL(url))
      return [{ subject, state: 'ok', text: `A connection to ${name} can be made.` }]
    } catch (error) {
      return [failure('failed', `No connection to ${name} can be made`, error)]
    }
  })
  return (await Promise.all(looks)).flat()
}

/** Connects to the hosts that take the pushes of registered browsers, as far as pushes may go there. */
export async function checkPushHosts(
  { outgoingWebhooksAllowPrivate }: Pick<Config, 'outgoingWebhooksAllowPrivate'>,
  hosts: readonly PushHost[],
): Promise<Finding[]> {
  const addresses = createAddressPolicy(outgoingWebhooksAllowPrivate)
  const looks = hosts.map(async ({ origin, devices }): Promise<Finding> => {
    try {
      const url = new URL(origin)
      addresses.checkHost(url.hostname)
      await reach(url, addresses.lookup)
      return { subject, state: 'ok', text: `A connection to ${origin} can be made.` }
    } catch (error) {
      const [number, take] = devices === 1 ? ['1 device', 'gets'] : [`${devices} devices`, 'get']
      return failure(
        'warning',
        `No connection to ${origin} can be made, so ${number} ${take} no pushes`,
        error,
      )
    }
  })
  return Promise.all(looks)
}

function failure(state: 'warning' | 'failed', text: string, error: unknown): Finding {
  const reason = reasonOf(error)
  const remedy = remedyOf(reason)
  return {
    ...{ subject, state, text: `${text}: ${reason}.` },
    advice: remedy === undefined ? advice : `${remedy} ${advice}`,
  }
}
