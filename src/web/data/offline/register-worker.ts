import { nameOfBuild } from '../../service-worker/build-name'

const program = '/service-worker.js'

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(_: ''): URL }
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
/** The policy always returns this one address, whatever the input. */
const policy = factory?.createPolicy('parley-worker', { createScriptURL: () => program })

/**
 * Registers the service worker, which stores the files of the app. Browsers have none on plain http, in some private
 * windows, and where people forbid storage; the app then needs its server.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await holdBuild()
    await navigator.serviceWorker.register(policy?.createScriptURL('') ?? program)
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('settled')
  } catch {
    // The browser refuses.
  }
}

/** Holds the lock of this page's build until the page is closed: the worker keeps the files of builds in use. */
function holdBuild(): Promise<void> {
  const version = document.querySelector<HTMLMetaElement>('meta[name=parley-version]')?.content
  const name = nameOfBuild(version ?? '', document.documentElement.lang)
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(name, { mode: 'shared' }, () => {
      resolve()
      return new Promise(() => undefined)
    })
    held.catch(reject)
  })
}
