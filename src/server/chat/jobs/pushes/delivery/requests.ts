import { withoutTrailing } from '../../../../../shared/rules/characters'
import type { Config } from '../../../../config/config'
import type { TakenPush } from '../../../../data/notifications/push-jobs'
import { hostOf } from '../../../notify/mail/enqueue'
import { encryptPush } from '../../../rules/pushes/encryption'
import { vapidHeader } from '../../../rules/pushes/vapid'
import type { VapidKeys } from '../../../rules/pushes/vapid'
import type { PushRequest } from './deliver'
import { writePayload } from './payload'
import type { PushPayload } from '../../../../../shared/push-payload'

/* Requests to push services. Source: docs/protocol/notifications.md#web-push-request. */

/** Time for which a service keeps a push for a receiver that is away. */
const lifetimeSeconds = { message: 86_400, removal: 3_600 }

type Urgency = 'high' | 'normal' | 'low'

export interface PushToWrite {
  job: Pick<TakenPush, 'endpoint' | 'p256dh' | 'auth' | 'token' | 'conversation'>
  payload: PushPayload
  urgency: Urgency
}

/** An encrypted request for a subscription, or a plain one for a topic. */
export function writeRequest(
  push: PushToWrite,
  { config, keys, now }: { config: Config; keys: VapidKeys; now: Date },
): PushRequest {
  const { endpoint: address, p256dh, auth } = push.job
  if (p256dh === null || auth === null) return topicRequest(push)
  const endpoint = new URL(address)
  const lifetime = push.urgency === 'low' ? lifetimeSeconds.removal : lifetimeSeconds.message
  return {
    endpoint,
    headers: {
      ttl: lifetime,
      urgency: push.urgency,
      topic: push.job.conversation,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      authorization: vapidHeader(endpoint, keys, { subject: subjectOf(config), now }),
    },
    body: encryptPush(writePayload(push.payload), { p256dh, auth }),
  }
}

/** Address of the operator. Apple refuses one without a public host. */
function subjectOf(config: Config): string {
  const { externalUrl } = config
  return externalUrl?.startsWith('https:') ? externalUrl : `mailto:noreply@${hostOf(config)}`
}

/** The name of a topic in a path, which is not always encoded well. */
function topicIn(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** JSON as ntfy takes it, at the root of the topic's server. Source: docs/protocol/notifications.md#push-topics. */
function topicRequest({ job, payload, urgency }: PushToWrite): PushRequest {
  const endpoint = new URL(job.endpoint)
  const parts = withoutTrailing(endpoint.pathname, '/').split('/')
  const topic = topicIn(parts.pop() ?? '')
  endpoint.pathname = `${parts.join('/')}/`
  const { title, subtitle, content, url, realm_url } = payload
  const body = JSON.stringify({
    ...{ topic, title, message: [subtitle, content].filter(Boolean).join(' ') },
    priority: urgency === 'high' ? 4 : 3,
    tags: ['speech_balloon'],
    ...(typeof url === 'string' && { click: `${String(realm_url)}${url}` }),
  })
  const authorization = job.token === null ? {} : { authorization: `Bearer ${job.token}` }
  return { endpoint, headers: { 'content-type': 'application/json', ...authorization }, body }
}
