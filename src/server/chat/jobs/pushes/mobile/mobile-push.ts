import type { Delivery } from '../delivery/deliver'

/** A push for FCM and for APNs. */
export interface MobilePush {
  /** Names the push, so that a second one takes its place: up to 64 characters. */
  id: string
  isUrgent: boolean
  /** Only text values. */
  fcm: Readonly<Record<string, string>>
  /** The members of `aps`, and `zulip`. */
  apns: Readonly<{
    alert?: object
    sound?: string
    badge: number
    zulip: Readonly<Record<string, unknown>>
  }>
  /** Contents of an encrypted push. */
  plain: Readonly<Record<string, unknown>>
}

/** A push under the key of its device. Source: docs/protocol/notifications.md#encrypted-messages. */
export interface EncryptedPush extends Pick<MobilePush, 'id' | 'isUrgent'> {
  keyId: number
  /** In base64. */
  data: string
  /** Text of the alert; absent: the app makes one. */
  alert: { title: string; body: string }
}

/** The form in which a push goes to FCM or APNs. */
export interface SentPush extends Pick<MobilePush, 'id' | 'isUrgent'> {
  /** Data of FCM. */
  fcm: MobilePush['fcm']
  /** The body for APNs. */
  apns: Readonly<Record<string, unknown>>
}

export function sentPlain({ apns, ...push }: MobilePush): SentPush {
  const { zulip, ...aps } = apns
  return { ...push, apns: { aps, zulip } }
}

export function sentEncrypted({ keyId, data, alert, ...push }: EncryptedPush): SentPush {
  const fcm = { push_key_id: String(keyId), encrypted_data: data }
  const aps = { alert, 'mutable-content': 1 }
  return { ...push, fcm, apns: { push_key_id: keyId, encrypted_data: data, aps } }
}

/** Connections of a worker to FCM and APNs, where the operator has keys for them. */
export interface MobileServices {
  fcm: { send(token: string, push: SentPush): Promise<Delivery> } | undefined
  apns: { send(device: AppleDevice, push: SentPush): Promise<Delivery> } | undefined
  close(): void
}

export interface AppleDevice {
  /** In hex. */
  token: string
  /** Bundle id of the app. */
  appId: string
}
