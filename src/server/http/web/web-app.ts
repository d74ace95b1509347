import { readWebBuild } from './web-build'
import type { WebBuild } from './web-build'

/** The web app as this worker serves it. */
export interface WebApp {
  /** The build that is served; undefined where none was made. Read on first access. */
  readonly build: WebBuild | undefined
  /**
   * The version that all workers serve, as far as this worker knows; null until known, and without a build.
   * While workers are being replaced it is the previous version.
   */
  servedVersion: string | null
  /** Reads the current build; pages that were loaded before keep requesting their own files. */
  reread(): void
}

/** @param folder another one than the build's, for tests */
export function createWebApp(folder?: string): WebApp {
  let read: { build: WebBuild | undefined } | undefined
  return {
    get build() {
      read ??= { build: readWebBuild(folder) }
      return read.build
    },
    servedVersion: null,
    reread() {
      read = undefined
    },
  }
}
