import { readWebBuild } from './web-build'
import type { WebBuild } from './web-build'

/** The web app as this worker serves it. */
export interface WebApp {
  /** The build that is served; undefined where none was made. Read when it is first asked for. */
  readonly build: WebBuild | undefined
  /**
   * The version that all workers serve, as far as this one knows; null before it does, and where there
   * is none. While workers are replaced it is the one before.
   */
  servedVersion: string | null
  /** Reads what was built meanwhile; pages that were loaded before keep asking for their own files. */
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
