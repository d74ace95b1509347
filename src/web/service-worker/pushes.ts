import type { AnswerOf } from '../../shared/calls'
import type { PushPayload } from '../../shared/push-payload'
import { replyAddress } from './reply-address'
import type { NotificationEvent, WorkerScope } from './worker-scope'

/*
 * Push notifications: one for each conversation, which shows its newest unread message.
 * Source: docs/protocol/notifications.md#web-push-payload.
 */

declare const self: WorkerScope

interface Kept {
  url: string
  ids: readonly number[]
  /** Unix time in milliseconds at which it was shown. */
  shownAt: number
}

/** Time after which a further message of the conversation makes itself heard. */
const quietMs = 10_000

/** Options that browsers know and the compiler's types lack. */
interface Options extends NotificationOptions {
  renotify?: boolean
  timestamp?: number
  actions?: readonly { action: string; title: string }[]
}

const keptOf = ({ data }: Notification) => data as Kept

/** Shows, replaces or closes the notification of a conversation. */
export async function takePush(push: PushPayload): Promise<void> {
  for (const tag of push.removed_tags ?? []) await close(tag)
  await setBadge(push.badge ?? 0)
  if (push.event === 'remove') return close(push.tag)
  // The open page tells of the message itself.
  if (push.event === 'message' && (await isWatched())) return
  const [shown] = await self.registration.getNotifications({ tag: push.tag })
  const ids = push.message_ids ?? []
  // A push may come twice.
  const isNew = !shown || keptOf(shown).ids.at(-1) !== ids.at(-1)
  const isLoud = isNew && Date.now() - (shown ? keptOf(shown).shownAt : 0) > quietMs
  const kept: Kept = { url: push.url ?? '/', ids, shownAt: Date.now() }
  const options: Options = {
    body: bodyOf(push),
    tag: push.tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/maskable-192.png',
    renotify: isLoud,
    silent: !isLoud,
    data: kept,
    ...(push.time !== undefined && { timestamp: push.time * 1_000 }),
    ...(push.labels && {
      actions: [
        { action: 'read', title: push.labels.read },
        { action: 'reply', title: push.labels.reply },
      ],
    }),
  }
  await self.registration.showNotification(push.title ?? '', options)
}

function bodyOf({ subtitle = '', content = '', count = 1 }: PushPayload): string {
  const line = [subtitle, content].filter((part) => part !== '').join(' ')
  return count > 1 ? `${line} (${count})` : line
}

/** Whether the reader looks at the app. */
async function isWatched(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.some(({ focused, visibilityState }) => focused && visibilityState === 'visible')
}

async function close(tag: string): Promise<void> {
  for (const each of await self.registration.getNotifications({ tag })) each.close()
}

async function setBadge(count: number): Promise<void> {
  // Firefox has no badges.
  if (!('setAppBadge' in self.navigator)) return
  const { navigator } = self
  // An app that is not installed may get an error, which must not keep its notification away.
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(
    () => undefined,
  )
}

/** Marks the conversation as read, or opens it in the page that is open, else in a new one. */
export async function takeClick({ action, notification }: NotificationEvent): Promise<void> {
  notification.close()
  const { url, ids } = keptOf(notification)
  if (action === 'read') {
    const body = { messages: JSON.stringify(ids), op: 'add', flag: 'read' }
    await post('/json/messages/flags', body)
    const left = await self.registration.getNotifications()
    return setBadge(left.filter((each) => keptOf(each).ids.length > 0).length)
  }
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  const isReply = action === 'reply'
  // A new page would miss a message: it listens only once it shows something.
  if (!page) return void (await self.clients.openWindow(isReply ? replyAddress(url) : url))
  page.postMessage({ open: url, isReply })
  await page.focus()
}

/** Closes notifications of messages that were read in a page. @param ids undefined: all messages were read */
export async function closeRead(ids: readonly number[] | undefined): Promise<void> {
  const read = ids && new Set(ids)
  for (const each of await self.registration.getNotifications()) {
    const newest = keptOf(each).ids.at(-1)
    if (newest !== undefined && (!read || read.has(newest))) each.close()
  }
}

/** Closes notifications of conversations that were read elsewhere. */
export async function closeStale(): Promise<void> {
  const shown = (await self.registration.getNotifications()).filter(
    (each) => keptOf(each).ids.length > 0,
  )
  if (shown.length === 0) return
  const { open_tags: tags } = await fetchState()
  for (const each of shown) if (!tags.includes(each.tag)) each.close()
  await setBadge(tags.length)
}

/** Subscribes again after the browser ended a subscription. */
export async function renewSubscription(): Promise<void> {
  const { vapid_public_key: applicationServerKey } = await fetchState()
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  })
  await post('/json/users/me/web_push', { subscription: JSON.stringify(subscription) })
}

type State = AnswerOf<'GET /users/me/web_push'>

const headers = { 'X-Requested-With': 'XMLHttpRequest', Accept: 'application/json' }

async function fetchState(): Promise<State> {
  const response = await fetch('/json/users/me/web_push', { headers, cache: 'no-store' })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return (await response.json()) as State
}

async function post(address: string, values: Record<string, string>): Promise<void> {
  await fetch(address, { method: 'POST', headers, body: new URLSearchParams(values) })
}
