import { isNameOfBuild } from './build-name'
import { readShell } from './shell'

/*
 * The cache of each build holds its files under their addresses. The cache of the newest build also holds the shell,
 * which is stored last: a build with a shell is complete.
 */

const shellAddress = '/'
/** Max builds, if open pages hold older ones. */
const mostBuilds = 4
/**
 * The Web Lock of changes to the builds: a build whose files are still arriving has no shell, like an old one, and must
 * not be removed for that.
 */
const changing = 'parley changes builds'

/** The shell of the newest complete build. */
export function findShell(): Promise<Response | undefined> {
  return caches.match(shellAddress)
}

/** A file of any build: names contain a digest of the content, except those of icons. */
export function findFile(request: Request): Promise<Response | undefined> {
  return caches.match(request)
}

/** An answer to a request for the shell, as it can be given for all addresses of the app. */
export interface ShellAnswer {
  status: number
  html: string
  headers: Headers
}

/** Fetches the shell in the language of the reader's cookies. @throws if the server cannot be reached */
export async function fetchShell(): Promise<ShellAnswer> {
  const response = await fetch(shellAddress, { cache: 'no-cache' })
  const headers = new Headers(response.headers)
  // These describe the bytes as they were sent.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return { status: response.status, html: await response.text(), headers }
}

/** A new response: one from `fetch` would bring its own address with it. */
export function responseOf({ status, html, headers }: ShellAnswer): Response {
  return new Response(html, { status, headers })
}

/** Stores the build of a shell, which becomes the newest one; an address without an app removes all shells. */
export function keepBuild(answer: ShellAnswer): Promise<void> {
  return navigator.locks.request(changing, () => storeBuild(answer))
}

async function storeBuild(answer: ShellAnswer): Promise<void> {
  if (answer.status >= 400 && answer.status < 500) return removeShells(undefined)
  const build = answer.status === 200 ? readShell(answer.html) : undefined
  if (!build) return
  const cache = await caches.open(build.name)
  const held = await Promise.all(build.files.map((file) => cache.match(file)))
  await cache.addAll(build.files.filter((_, index) => held[index] === undefined))
  await cache.put(shellAddress, responseOf(answer))
  await removeShells(build.name)
}

async function removeShells(except: string | undefined): Promise<void> {
  for (const name of await namesOfBuilds()) {
    if (name !== except) await (await caches.open(name)).delete(shellAddress)
  }
}

/**
 * Removes builds without a shell that no page uses. Each page holds a Web Lock with the name of its build; as long as
 * a page without one is loading, all builds stay.
 *
 * @param pageCount number of open pages
 */
export function removeOldBuilds(pageCount: number): Promise<void> {
  return navigator.locks.request(changing, () => removeUnused(pageCount))
}

async function removeUnused(pageCount: number): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const locks = held.filter(({ name }) => name !== undefined && isNameOfBuild(name))
  // Browsers may name a page differently in its locks, so only the numbers are compared.
  const isAnyLoading = pageCount > new Set(locks.map(({ clientId }) => clientId)).size
  const unused: string[] = []
  for (const build of await namesOfBuilds()) {
    const isNewest = (await (await caches.open(build)).match(shellAddress)) !== undefined
    if (!isNewest && locks.every(({ name }) => name !== build)) unused.push(build)
  }
  const removed = isAnyLoading ? unused.slice(0, -mostBuilds) : unused
  for (const name of removed) await caches.delete(name)
}

/** Oldest first. */
async function namesOfBuilds(): Promise<string[]> {
  return (await caches.keys()).filter(isNameOfBuild)
}
