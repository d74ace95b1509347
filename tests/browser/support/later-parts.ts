import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { builtWebApp } from '../../support/built-server'
import { mapOf, maybe, shapedLike } from '../../support/checked'

/** Delays the chunk that the page loads after the first screen, from its next load on. @returns the release */
export async function holdBackLaterParts(page: Page): Promise<() => void> {
  const { outputs } = shapedLike(
    JSON.parse(readFileSync(join(builtWebApp(), 'metafile.json'), 'utf8')),
    { outputs: mapOf({ entryPoint: maybe('') }) },
  )
  const [file] =
    Object.entries(outputs).find(([, made]) => made.entryPoint?.endsWith('lazy-chunk.ts')) ?? []
  if (file === undefined) throw new Error('The build has no chunk for lazy-chunk.ts.')

  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/${basename(file)}`, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Loads a route of the app with an empty HTTP cache, as on a first visit. */
export async function loadAnew(page: Page, path: string): Promise<void> {
  const origin = new URL(page.url()).origin
  const session = await page.context().newCDPSession(page)
  await page.goto('about:blank')
  await session.send('Network.clearBrowserCache')
  await page.goto(`${origin}${path}`)
}
