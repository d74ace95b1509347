import type { Delivery } from '../deliver'

/** A push for FCM and for APNs. */
export interface MobilePush {
  /** Names the push, so that a second one takes its place: up to 64 characters. */
  id: string
  isUrgent: boolean
  /** Text values alone. */
  fcm: Readonly<Record<string, string>>
  /** The members of `aps`, and `zulip`. */
  apns: Readonly<{
    alert?: object
    sound?: string
    badge: number
    zulip: Readonly<Record<string, unknown>>
  }>
}

/** Connections of a worker to FCM and APNs, where the operator has keys for them. */
export interface MobileServices {
  fcm: { send(token: string, push: MobilePush, now: Date): Promise<Delivery> } | undefined
  apns: { send(device: AppleDevice, push: MobilePush, now: Date): Promise<Delivery> } | undefined
  close(): void
}

export interface AppleDevice {
  /** In hex. */
  token: string
  /** Bundle id of the app. */
  appId: string
}
