/**
 * Draws the pictures of the web app in README and docs: with a server of its own, the team of lib/demo, and a
 * real browser. Needs Chromium (CHROMIUM, or /usr/bin/chromium).
 *
 *   npm run screenshot                        docs/images/web-app.png and web-app-phone.png
 *   npm run screenshot -- --all FOLDER        every screen there, large, middle and small, light and dark
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { viewNames } from '../src/web/lib/views'
import { basic, furnish } from './lib/demo/furnish'
import type { DemoAccount } from './lib/demo/furnish'
import { viewer } from './lib/demo/team'
import { owner, startMeasuredServer } from './lib/measured-server'

const images = path.resolve(__dirname, '../docs/images')
const topic = '#narrow/stream/instruments/topic/guiding.20camera'
const sizes = { large: 1440, middle: 1024, small: 390 } as const

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { all: { type: 'string' } } })
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-screenshot-'))
  const server = await startMeasuredServer({ DATA_DIR: folder, PARLEY_REALM_NAME: 'Northlight' })
  const url = `http://${server.host}:${server.port}`
  try {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    })
    try {
      const team = await furnish(url, basic(owner.email, owner.apiKey))
      const account = team.get(viewer.key) as DemoAccount
      if (values.all === undefined) await drawReadme(browser, url, account)
      else await drawAll(browser, url, account, values.all)
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

async function drawReadme(browser: Browser, url: string, account: DemoAccount): Promise<void> {
  await mkdir(images, { recursive: true })
  const looks = {
    'web-app.png': { width: sizes.large, colorScheme: 'light' },
    'web-app-phone.png': { width: sizes.small, colorScheme: 'dark' },
  } as const
  for (const [name, look] of Object.entries(looks)) {
    const page = await logIn(browser, url, account, look)
    const picture = sharp(await draw(page, url, topic))
    await picture.png({ palette: true, quality: 90, effort: 10 }).toFile(path.join(images, name))
    await page.context().close()
  }
}

async function drawAll(
  browser: Browser,
  url: string,
  account: DemoAccount,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const screens = {
    ...Object.fromEntries(viewNames.map((name) => [name, `#${name}`])),
    topic,
    settings: '#settings/profile',
    account: '#settings/account',
    appearance: '#settings/appearance',
    notifications: '#settings/notifications',
    organization: '#organization/profile',
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, width] of Object.entries(sizes)) {
      const page = await logIn(browser, url, account, { width, colorScheme })
      for (const [screen, hash] of Object.entries(screens)) {
        const file = path.join(folder, `${screen}-${size}-${colorScheme}.png`)
        await sharp(await draw(page, url, hash)).toFile(file)
      }
      await page.context().close()
    }
  }
}

async function logIn(
  browser: Browser,
  url: string,
  account: DemoAccount,
  look: Look,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    // The app would offer notifications over the messages.
    permissions: ['notifications'],
  })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('banner').waitFor()
  return page
}

/** Runs in the page: resolves when all pictures are loaded and no request is pending. */
const quiet = `new Promise((resolve) => {
  const isQuiet = () =>
    [...document.images].every((image) => image.complete) &&
    !document.querySelector('[aria-busy=true]')
  const look = () => (isQuiet() ? resolve() : requestAnimationFrame(look))
  look()
})`

/** The screen at a hash, fully loaded. */
async function draw(page: Page, url: string, hash: string): Promise<Buffer> {
  await page.goto(`${url}/${hash}`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('load')
  await page.getByRole('button', { name: 'Your menu' }).waitFor()
  await page.evaluate(quiet)
  return page.screenshot()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
