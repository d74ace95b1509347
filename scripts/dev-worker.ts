/** The worker of `npm run dev`: it serves each build of the web app as soon as it is finished. */

import { mkdirSync, watch } from 'node:fs'
import path from 'node:path'
import { readSettings } from '../src/server/start/read-settings'
import { serve } from '../src/server/start/serve'

const folder = path.resolve(__dirname, '../dist-web')
/** The last file that the build writes. */
const lastFile = 'metafile.json'
/** The watcher reports a file several times while it is written. */
const pauseMs = 100

async function main(): Promise<void> {
  const worker = await serve(readSettings())
  mkdirSync(folder, { recursive: true })
  let timer: NodeJS.Timeout | undefined
  watch(folder, (_event, name) => {
    if (name !== lastFile) return
    clearTimeout(timer)
    timer = setTimeout(() => void worker.takeNewWebBuild(), pauseMs)
  })
  // Takes a build that finished while the worker started.
  await worker.takeNewWebBuild()
}

void main()
