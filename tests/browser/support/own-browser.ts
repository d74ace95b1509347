import { defaultLimits } from '../../support/config'
import { useOwnServer } from '../../support/own-server'
import type { OwnServer } from '../../support/own-server'
import { useWindows } from './browser'
import type { Windows } from './browser'

/**
 * A server in this process, and a browser, for a block of tests that looks into the server, fills its database or is
 * about hosts. Loading the server takes some seconds of CPU for each file.
 */
export function useOwnServerAndBrowser(settings: Readonly<Record<string, string>> = {}): {
  server: OwnServer
  windows: Windows
} {
  const server = useOwnServer({ settings: { ...defaultLimits, ...settings } })
  return { server, windows: useWindows(() => server.url) }
}
