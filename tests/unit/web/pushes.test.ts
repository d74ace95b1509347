import { closeRead, closeStale, takeClick, takePush } from '../../../src/web/service-worker/pushes'
import { partOf } from '../../support/stand-ins'

interface Shown {
  title: string
  tag: string
  data: { ids: number[] }
  body: string
  silent: boolean
  close(): void
}

/** A browser as its service worker sees it: headless Chromium has no notifications. */
class FakeBrowser {
  shown: Shown[] = []
  pages: { focused: boolean; visibilityState: string; said: unknown[] }[] = []
  opened: string[] = []
  calls: [address: string, body: string][] = []
  openTags: string[] = []
  badge = 0

  readonly registration = {
    getNotifications: ({ tag }: { tag?: string } = {}) =>
      Promise.resolve(this.shown.filter((each) => tag === undefined || each.tag === tag)),
    showNotification: (title: string, options: Omit<Shown, 'title' | 'close'>) => {
      const shown = { title, ...options, close: () => this.#remove(options.tag) }
      this.#remove(options.tag)
      this.shown.push(shown)
      return Promise.resolve()
    },
  }

  readonly clients = {
    matchAll: () =>
      Promise.resolve(
        this.pages.map((page) => ({
          ...page,
          postMessage: (message: unknown) => page.said.push(message),
          focus: () => Promise.resolve(),
        })),
      ),
    openWindow: (address: string) => Promise.resolve(this.opened.push(address)),
  }

  readonly navigator = {
    setAppBadge: (count: number) => Promise.resolve((this.badge = count)),
    clearAppBadge: () => Promise.resolve((this.badge = 0)),
  }

  fetch = (address: string, { body }: { body?: URLSearchParams } = {}) => {
    this.calls.push([address, String(body ?? '')])
    return Promise.resolve(Response.json({ open_tags: this.openTags, vapid_public_key: '' }))
  }

  #remove(tag: string): void {
    this.shown = this.shown.filter((each) => each.tag !== tag)
  }
}

// Source: docs/protocol/notifications.md#web-push-payload.
describe('push notifications in the service worker', () => {
  let browser: FakeBrowser
  beforeEach(() => {
    browser = new FakeBrowser()
    jest.spyOn(globalThis, 'fetch').mockImplementation(browser.fetch as unknown as typeof fetch)
    Object.assign(globalThis, { self: browser })
  })
  afterEach(() => {
    jest.restoreAllMocks()
    Reflect.deleteProperty(globalThis, 'self')
  })

  const push = {
    ...{ event: 'message' as const, tag: 'ada', title: 'Ada', url: '/#narrow/dm/1-dm', badge: 1 },
    ...{ subtitle: '', content: 'hello', count: 1, message_ids: [7] },
  } as const
  const shown = () => browser.shown.map(({ title, body }) => `${title}: ${body}`)

  /** Clicks the notification of a tag. */
  const click = async (tag: string, action = '') => {
    const notification = browser.shown.find((each) => each.tag === tag)
    await takeClick(partOf<Parameters<typeof takeClick>[0]>({ action, notification }))
  }

  it('show each conversation once, with its newest message and their number', async () => {
    await takePush(push)
    expect(browser.shown[0]?.silent).toBe(false)
    await takePush({ ...push, content: 'more', count: 2, message_ids: [7, 8] })
    await takePush({ ...push, tag: 'plans', title: '#plans', subtitle: 'Bo:', badge: 2 })
    expect(shown()).toEqual(['Ada: more (2)', '#plans: Bo: hello'])
    // Soon after the first, the second makes no sound.
    expect(browser.shown[0]?.silent).toBe(true)
    expect(browser.badge).toBe(2)
  })

  it('close when the server says so, alone or with another message', async () => {
    await takePush(push)
    await takePush({ ...push, tag: 'bo', removed_tags: ['ada'] })
    expect(browser.shown.map(({ tag }) => tag)).toEqual(['bo'])
    await takePush({ event: 'remove', tag: 'bo', badge: 0 })
    expect(shown()).toEqual([])
    expect(browser.badge).toBe(0)
  })

  it('are shown where the app has no badge', async () => {
    const refuse = () => Promise.reject(new Error('not installed'))
    Object.assign(browser.navigator, { setAppBadge: refuse, clearAppBadge: refuse })
    await takePush(push)
    expect(shown()).toEqual(['Ada: hello'])
    await takePush({ event: 'remove', tag: 'ada', badge: 0 })
    expect(shown()).toEqual([])
  })

  it('stay away while the reader looks at the app', async () => {
    browser.pages = [{ focused: true, visibilityState: 'visible', said: [] }]
    await takePush(push)
    expect(shown()).toEqual([])
    browser.pages = [{ focused: false, visibilityState: 'hidden', said: [] }]
    await takePush(push)
    expect(shown()).toHaveLength(1)
  })

  it('close when messages are read in a page, or were read elsewhere', async () => {
    await takePush({ ...push, message_ids: [7, 8] })
    await closeRead([7])
    expect(shown()).toHaveLength(1)
    await closeRead([8])
    expect(shown()).toEqual([])
    await takePush(push)
    await takePush({ ...push, tag: 'bo' })
    browser.openTags = ['bo']
    await closeStale()
    expect(browser.shown.map(({ tag }) => tag)).toEqual(['bo'])
    await closeRead(undefined)
    expect(shown()).toEqual([])
  })

  it('open the conversation in the open page, else in a new one, and mark it as read', async () => {
    await takePush(push)
    await click('ada')
    expect(browser.opened).toEqual([push.url])
    await takePush(push)
    await click('ada', 'reply')
    expect(browser.opened.at(-1)).toBe(push.url.replace('/#', '/?reply#'))
    browser.pages = [{ focused: false, visibilityState: 'hidden', said: [] }]
    await takePush(push)
    await click('ada', 'reply')
    expect(browser.pages[0]?.said).toEqual([{ open: push.url, isReply: true }])
    await takePush({ ...push, tag: 'bo', badge: 1 })
    await takePush({ ...push, badge: 2 })
    await click('ada', 'read')
    expect(browser.badge).toBe(1)
    await click('bo', 'read')
    expect(browser.badge).toBe(0)
    expect(browser.calls.at(-1)).toEqual([
      '/json/messages/flags',
      'messages=%5B7%5D&op=add&flag=read',
    ])
    expect(shown()).toEqual([])
  })
})
