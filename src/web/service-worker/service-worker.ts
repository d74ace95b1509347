/*
 * The service worker: pages of the app open without a network. It answers with the shell and the files of the newest
 * stored build, and never stores an answer of the API. The server keeps the last word: each page that is
 * opened makes the worker ask for the current shell, and a reload shows that one. The worker also shows push notifications.
 */
import { fetchShell, findFile, findShell, keepBuild, removeOldBuilds, responseOf } from './builds'
import type { ShellAnswer } from './builds'
import { closeRead, closeStale, renewSubscription, takeClick, takePush } from './pushes'
import type { FetchEvent, WorkerScope } from './worker-scope'

declare const self: WorkerScope

/** A page holds the lock of its build, or messages were read in it; without ids, all were. */
type PageMessage = 'settled' | { read: readonly number[] | undefined }

/** Paths with the shell. Account pages are not among them: their addresses contain keys. */
const shellPaths: readonly string[] = ['/', '/login', '/login/']
/** How long a reload waits for the server. */
const reloadPatienceMs = 4_000

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([update(fetchShell()), self.skipWaiting()]))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), tidy()]))
})

self.addEventListener('message', (event) => {
  const said = event.data as PageMessage
  if (typeof said === 'object') return event.waitUntil(closeRead(said.read))
  event.waitUntil(Promise.all([tidy(), closeStale().catch(() => undefined)]))
})

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(takePush(event.data.json() as Parameters<typeof takePush>[0]))
})

self.addEventListener('notificationclick', (event) => event.waitUntil(takeClick(event)))

self.addEventListener('pushsubscriptionchange', (event) => {
  // Without a session, the page subscribes again.
  event.waitUntil(renewSubscription().catch(() => undefined))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') {
    if (shellPaths.includes(pathname)) event.respondWith(openPage(event))
  } else if (pathname.startsWith('/assets/')) event.respondWith(openFile(event.request))
  else if (pathname.startsWith('/icons/')) event.respondWith(openIcon(event.request))
})

/** The stored shell at once; a reload waits for the server's, so that it never shows an older page or language. */
async function openPage(event: FetchEvent): Promise<Response> {
  const stored = await findShell()
  const coming = fetchShell()
  event.waitUntil(update(coming))
  if (!stored) return responseOf(await coming)
  const isReload = ['no-cache', 'reload'].includes(event.request.cache)
  if (!isReload) return stored
  const answer = await Promise.race([coming.catch(() => undefined), pause(reloadPatienceMs)])
  return answer && answer.status < 500 ? responseOf(answer) : stored
}

async function openFile(request: Request): Promise<Response> {
  return (await findFile(request)) ?? fetch(request)
}

/** The stored icon only without a network: its name stays when its content changes. */
async function openIcon(request: Request): Promise<Response> {
  return fetch(request).catch(async () => (await findFile(request)) ?? Response.error())
}

/** Stores the coming shell and its files, if it comes. */
async function update(coming: Promise<ShellAnswer>): Promise<void> {
  try {
    await keepBuild(await coming)
  } catch {
    // Without a server or space, the stored build stays.
  }
}

async function tidy(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await removeOldBuilds(pages.length)
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))
}
