import type { TakenPush } from '../../../data/notifications/push-jobs'

/** Push services of browsers, which expect each push to show something. */
const browserServices = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
]
/** The service of Safari, which ends a subscription after a few pushes that show nothing. */
const neverSilent = /\.push\.apple\.com$/

/**
 * Whether a device may get a push that takes a notification back. Browsers show a text of their own after a push if
 * no notification of the app is open then. A topic cannot take anything back.
 * Source: docs/protocol/notifications.md#web-push-removals.
 */
export function mayTakeBack({ endpoint, p256dh, shows_others }: TakenPush): boolean {
  if (p256dh === null) return false
  const { hostname } = new URL(endpoint)
  if (neverSilent.test(hostname)) return false
  return shows_others || !browserServices.some((service) => service.test(hostname))
}
