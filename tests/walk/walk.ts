import type { BrowserContext, Page } from 'playwright-core'
import { firstOf } from '../support/checked'
import type { Person } from '../support/person'
import { untilHolds } from '../support/until'
import { Correspondence } from './correspondence'
import type { Place } from './correspondence'
import { Kept } from './kept'
import type { Organization } from './organization'
import { lookAt } from './page/look'
import type { Look } from './page/look'
import type { ProbedWindow } from './page/probe'
import { findTarget } from './page/targets'
import type { Choice, Target } from './page/targets'

export interface Window {
  width: number
  height: number
  isPhone: boolean
}

/** The window of a desktop, or of a phone if it is narrow. */
export function windowOf(width: number): Window {
  const isPhone = width < 600
  return { width, height: isPhone ? 844 : 900, isPhone }
}

/** Waits for requests and drawing end here: what has not come by then is judged as it is. */
const patienceMs = 5_000
/** Without a connection, requests end by themselves. */
const offlinePatienceMs = 500

/** A reader at the app, and everything that steps act on. */
export class Walk {
  /** The page as it was after the step before. */
  look!: Look
  isOffline = false
  /** Entry of the history at which the walk began; nobody goes back further. */
  firstEntry = 0
  readonly kept: Kept
  private readonly correspondence: Correspondence
  private pages: Page[] = []
  private words = 0

  private constructor(
    readonly context: BrowserContext,
    readonly org: Organization,
    readonly window: Window,
    private readonly version: string,
  ) {
    this.kept = new Kept(org)
    this.correspondence = new Correspondence(org)
  }

  /**
   * There is a place of the app before the first one of a walk, to which a step back from a closed overlay leads.
   * @param context with the session of the reader
   */
  static async begin(context: BrowserContext, org: Organization, window: Window): Promise<Walk> {
    const page = await context.newPage()
    await page.goto('/#recent')
    const version = await page.evaluate<string>(
      'document.querySelector("meta[name=parley-version]")?.content ?? ""',
    )
    const walk = new Walk(context, org, window, version)
    walk.pages = [page]
    await walk.untilOpen()
    await page.goto('/#inbox')
    await walk.lookAgain()
    walk.firstEntry = walk.look.entry
    return walk
  }

  /** The page in front. */
  get page(): Page {
    return firstOf(this.pages)
  }

  get isPhone(): boolean {
    return this.window.isPhone
  }

  get width(): number {
    return this.window.width
  }

  choose<Thing>(things: readonly Thing[], pick: number): Thing {
    return things[pick % things.length] as Thing
  }

  /** A word that nothing else contains. */
  newWord(): string {
    return `kiwi${(this.words += 1)}x`
  }

  find(choice: Choice): Promise<Target | undefined> {
    return findTarget(this.page, choice)
  }

  /** Clicks a chosen element, or taps it. @returns its name; undefined if there is none */
  async click(choice: Choice): Promise<string | undefined> {
    const target = await this.find(choice)
    if (!target) return undefined
    if (this.isPhone) await this.page.touchscreen.tap(target.x, target.y)
    else await this.page.mouse.click(target.x, target.y)
    return target.name
  }

  /** The reader removes texts on purpose. */
  giveUp(text: string): void {
    this.kept.giveUp(text)
  }

  /** A message arrives in the conversation on screen, or in another one if the screen shows none. @returns it in words */
  async receiveHere(pick: number): Promise<string> {
    const place = this.correspondence.placeOf(this.look.hash) ?? {
      stream: 'garden',
      topic: 'seeds',
    }
    await this.receive(place, pick)
    return `receives a message in ${this.correspondence.nameOf(place)}`
  }

  /** @returns the id of the message */
  async receive(place: Place, pick: number): Promise<number> {
    const id = await this.correspondence.send(place, pick)
    await this.untilHeard()
    return id
  }

  /** A message of somebody else in view. */
  chooseTheirs(pick: number): number | undefined {
    const theirs = this.look.feed?.inView.filter(({ id }) => this.correspondence.authorOf(id)) ?? []
    return theirs.length === 0 ? undefined : this.choose(theirs, pick).id
  }

  /** A page without a connection may go on to show a message that is deleted. */
  forgetTheirs(id: number): void {
    this.correspondence.forget(id)
  }

  authorOf(id: number): Person | undefined {
    return this.correspondence.authorOf(id)
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline
    await this.context.setOffline(isOffline)
    if (!isOffline) await this.untilHeard()
  }

  /** Opens a second tab, or goes to it. @returns whether it is new */
  async changeTab(): Promise<boolean> {
    const isNew = this.pages.length === 1
    await this.page.evaluate('walkProbe.setInFront(false)')
    if (isNew) {
      const page = await this.context.newPage()
      await page.goto('/#recent')
      this.pages.unshift(page)
      await this.untilOpen()
      await page.goto('/#inbox')
    } else {
      this.pages.reverse()
      await this.bringToFront()
    }
    await this.page.setViewportSize(this.window)
    this.firstEntry = await this.page.evaluate<number>('navigation.currentEntry.index')
    return isNew
  }

  /** @returns false if there is only one */
  async closeTab(): Promise<boolean> {
    if (this.pages.length === 1 || this.isOffline) return false
    await this.pages.shift()?.close({ runBeforeUnload: false })
    await this.bringToFront()
    await this.page.setViewportSize(this.window)
    this.firstEntry = await this.page.evaluate<number>('navigation.currentEntry.index')
    return true
  }

  private async bringToFront(): Promise<void> {
    await this.page.bringToFront()
    await this.page.evaluate('walkProbe.setInFront(true)')
  }

  async untilOpen(): Promise<void> {
    await this.page.getByRole('button', { name: 'Your menu' }).waitFor()
  }

  /** Waits until the page has all events that the server has sent so far. */
  async untilHeard(): Promise<void> {
    const { server, reader } = this.org
    if (this.isOffline || !server.door.sendMark) return
    const before = await this.page.evaluate<number>('walkProbe.marks')
    const mark = { realmId: server.realmId, userIds: [reader.id], version: this.version }
    await server.door.sendMark(mark)
    await this.page.evaluate(hearMark, before)
  }

  /** Waits until no request is under way, nothing scrolls and three frames are drawn, then looks. */
  async lookAgain(): Promise<Look> {
    await this.page.evaluate(rest, this.isOffline ? offlinePatienceMs : patienceMs)
    return (this.look = await lookAt(this.page))
  }

  /** Waits for a condition that holds late, such as a count that is drawn once a second. */
  async until(what: string, holds: () => Promise<boolean>): Promise<boolean> {
    try {
      await untilHolds(what, holds, patienceMs)
      return true
    } catch {
      return false
    }
  }
}

/** Runs in the page. */
async function rest(patience: number): Promise<void> {
  const { walkProbe: probe } = globalThis as unknown as ProbedWindow
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const deadline = performance.now() + patience
  await frame()
  await frame()
  // The app waits for the end of scrolling as well.
  const isBusy = () => probe.underWay > 0 || performance.now() - probe.scrolledAt < 200
  while (isBusy() && performance.now() < deadline) await frame()
  await frame()
}

/** Runs in the page. */
async function hearMark(before: number): Promise<void> {
  const { walkProbe: probe } = globalThis as unknown as ProbedWindow
  while (probe.marks <= before) await new Promise((resolve) => setTimeout(resolve, 5))
}
