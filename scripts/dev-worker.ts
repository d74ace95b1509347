/** The worker of `npm run dev`: it serves each build of the web app as soon as it is there. */

import { mkdirSync, watch } from 'node:fs'
import path from 'node:path'
import { readSettings } from '../src/main/read-settings'
import { serve } from '../src/main/serve'

const folder = path.resolve(__dirname, '../dist-web')
/** The build writes it last. */
const lastFile = 'metafile.json'
/** A file is told of several times while it is written. */
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
  // What was built while the worker started.
  await worker.takeNewWebBuild()
}

void main()
