import type { Page } from 'playwright-core'
import type { Person } from '../support/person'
import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'
import { expectNone, expectValue } from './support/waits'
import { untilHolds } from '../support/until'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** The console error for requests that a test cuts off. */
const cutOff = /Failed to load resource: net::ERR_/

describeInBrowser('Writing', () => {
  const { server, windows } = useServerAndBrowser()

  let ada: Person
  let bo: Person
  let opsId: number
  let topics = 0
  // Windows that the stories share. Each story leaves an empty compose box there.
  let adas: Page
  let bos: Page
  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    opsId = (await server.stream('ops', { subscribers: [ada, bo] })).id
    ;[adas, bos] = await Promise.all([windows.openAs(ada), windows.openAs(bo)])
  })

  /** Creates a topic for one test. */
  async function conversation() {
    const topic = `t${(topics += 1)}`
    await ada.send('ops', topic, 'The release is out.')
    return { topic, path: pathOf(topic) }
  }

  /** Shows a conversation in a window that is open, with its compose box. */
  async function show(page: Page, { topic, path }: { topic: string; path: string }) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: topic, exact: true }).waitFor()
    await expectValue(field(page, 'Topic'), topic)
  }

  /** Creates a topic for one test, and shows it in Ada's window. */
  async function conversationOnScreen() {
    const created = await conversation()
    await show(adas, created)
    return { ...created, page: adas }
  }

  const pathOf = (topic: string) => `/#narrow/channel/${opsId}-ops/topic/${topic}`

  async function contentsOf(topic: string): Promise<string[]> {
    const { body } = await bo.get('/messages', {
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: 'ops' },
        { operator: 'topic', operand: topic },
      ],
      apply_markdown: false,
    })
    return (body as { messages: { content: string }[] }).messages.map(({ content }) => content)
  }

  it('is live: the other person sees the typing notice, then the message', async () => {
    const created = await conversation()
    const { topic } = created
    await Promise.all([show(adas, created), show(bos, created)])
    await expectValue(field(adas, 'Stream'), 'ops')

    await box(adas).fill('It works.')
    await bos.getByText('Ada is typing…').waitFor()
    await box(adas).press('Enter')
    await article(bos, 'It works.').waitFor()
    await bos.getByText('Ada is typing…').waitFor({ state: 'detached' })
    await article(adas, 'It works.').waitFor()
    await expectValue(box(adas), '')
    expect(await article(adas, 'It works.').count()).toBe(1)
    expect(await contentsOf(topic)).toEqual(['The release is out.', 'It works.'])
  })

  it('starts a topic by keyboard alone, and completes people, streams and emoji', async () => {
    const page = adas
    await page.goto('/#feed')
    await page.getByRole('button', { name: 'New topic' }).waitFor()
    await page.keyboard.press('c')
    await focused(page, 'Stream')
    await page.keyboard.type('op')
    await page.getByRole('option', { name: 'ops' }).waitFor()
    await page.keyboard.press('Enter')
    await focused(page, 'Topic')
    await page.keyboard.type('plans')
    await page.keyboard.press('Enter')
    await focused(page, 'Message')
    await page.keyboard.type('@bo')
    await page.getByRole('option', { name: /^Bo/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('see #op')
    await page.getByRole('option', { name: 'ops' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type(':tad')
    await page.getByRole('option', { name: ':tada:' }).waitFor()
    await page.keyboard.press('Enter')
    await expectValue(box(page), '@**Bo** see #**ops** :tada: ')
    await page.keyboard.press('Enter')
    await page.locator('[data-message-id]').getByText('see #ops').waitFor()
    await untilHolds('it is sent', async () => {
      return (await contentsOf('plans')).at(-1) === '@**Bo** see #**ops** :tada:'
    })
  })

  it('keeps a message sent offline over a reload, and sends it once', async () => {
    const { topic, path } = await conversation()
    const page = await windows.openAs(ada, { path, allow: cutOff })
    await box(page).fill('From the train')
    await page.route('**/json/messages', (route) => route.abort('internetdisconnected'))
    await box(page).press('Enter')
    await page.getByText('Waiting for the connection').waitFor()
    await page.reload()
    await article(page, 'From the train').waitFor()
    await page.unroute('**/json/messages')
    await page.getByText('Waiting for the connection').waitFor({ state: 'detached' })
    await page.locator('[data-message-id]').filter({ hasText: 'From the train' }).waitFor()
    expect(
      (await contentsOf(topic)).filter((content) => content === 'From the train'),
    ).toHaveLength(1)
    expect(await article(page, 'From the train').count()).toBe(1)
  })

  it('sends a message once, also when the answer is lost', async () => {
    const { topic, path } = await conversation()
    const page = await windows.openAs(ada, { path, allow: cutOff })
    // Events do not arrive either.
    let hearAgain = () => {}
    const deaf = new Promise<void>((resolve) => (hearAgain = resolve))
    await page.route('**/json/events*', async (route) => {
      await deaf
      await route.continue()
    })
    await page.reload()
    const sent: string[] = []
    await page.route('**/json/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent.push(route.request().postData() ?? '')
      if (sent.length > 1) return route.continue()
      // The server has stored it when the connection breaks.
      await route.fetch()
      return route.abort('connectionreset')
    })
    await box(page).fill('Only once')
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/messages'),
    )
    await box(page).press('Enter')
    await answered
    hearAgain()
    expect(sent[1]).toBe(sent[0])
    await article(page, 'Only once').waitFor()
    expect((await contentsOf(topic)).filter((content) => content === 'Only once')).toHaveLength(1)
    expect(await article(page, 'Only once').count()).toBe(1)
  })

  it('shows why a message was refused, and puts it back into the compose box', async () => {
    const { topic, page } = await conversationOnScreen()
    await page.route('**/json/messages', (route) =>
      route.fulfill({
        status: 400,
        json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today.' },
      }),
    )
    await box(page).fill('Not lost')
    await send(page)
    const row = article(page, 'Not lost')
    await row.getByRole('alert').filter({ hasText: 'Not today.' }).waitFor()
    await row.getByRole('button', { name: 'Edit' }).click()
    await expectValue(box(page), 'Not lost')
    await page.unroute('**/json/messages')
    await send(page)
    await row.getByText('Not today.').waitFor({ state: 'detached' })
    await article(page, 'Not lost').waitFor()
    await untilHolds('it is sent', async () => (await contentsOf(topic)).at(-1) === 'Not lost')
  })

  it('keeps drafts over a reload, in another browser, and in their list', async () => {
    const { topic, path } = await conversation()
    const cy = await server.user('cy')
    await cy.post('/users/me/subscriptions', { subscriptions: [{ name: 'ops' }] })
    const page = await windows.openAs(cy, { path })
    const kept = page.waitForResponse((response) => response.url().endsWith('/json/drafts'))
    await box(page).fill('Half a thou')
    await page.reload()
    await expectValue(box(page), 'Half a thou')
    await box(page).press('End')
    await page.keyboard.type('ght')
    await kept

    const other = await windows.openAs(cy, { path: '/#drafts' })
    const draft = other.getByRole('listitem', { name: `#ops > ${topic}` })
    await draft.getByText('Half a thought').waitFor()
    await draft.getByRole('button', { name: 'Resume' }).click()
    await expectValue(box(other), 'Half a thought')
    await box(other).press('Enter')
    await article(other, 'Half a thought').waitFor()
    // After it was sent there, the draft is gone here.
    await page.goto('/#drafts')
    await page.getByText('No drafts.').waitFor()
  })

  it('keeps the text in other conversations, and shows its recipient', async () => {
    const other = await conversation()
    const { topic, path, page } = await conversationOnScreen()
    await box(page).fill('For deploys')
    await page.goto(other.path)
    await page.getByText(`You are writing to #ops > ${topic}.`).waitFor()
    await expectValue(box(page), 'For deploys')
    await page.getByRole('button', { name: 'Write here instead' }).click()
    await expectValue(field(page, 'Topic'), other.topic)
    await expectValue(box(page), '')
    await page.goto(path)
    await expectValue(box(page), 'For deploys')
    await box(page).fill('')
  })

  it('uploads a pasted picture, but not the picture of copied cells', async () => {
    const { page } = await conversationOnScreen()
    await box(page).fill('Look: ')
    const cells = { 'text/plain': 'a\t1\nb\t2', 'text/html': '<table><tr><td>a</td></tr></table>' }
    // The browser pastes the text.
    expect(await pastePicture(page, 'cells.png', cells)).toBe(false)
    const picture = { 'text/html': '<img src="https://example.com/shot.png">' }
    expect(await pastePicture(page, 'shot.png', picture)).toBe(true)
    await page.waitForFunction(() =>
      /\[shot\.png\]\(\/user_uploads\//.test(document.querySelector('textarea')?.value ?? ''),
    )
    await send(page)
    await article(page, 'Look:').locator('img[src*="user_uploads"]').waitFor()
  })

  it('uploads files dropped anywhere on the page', async () => {
    const { page } = await conversationOnScreen()
    await box(page).waitFor()
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      const drag = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true })
      dataTransfer.items.add(new File(['zero'], 'zero.txt', { type: 'text/plain' }))
      document.body.dispatchEvent(drag)
    })
    await page.getByText('Drop files to attach them').waitFor()
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['one'], 'one.txt', { type: 'text/plain' }))
      dataTransfer.items.add(new File(['two'], '*two*.txt', { type: 'text/plain' }))
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
      )
    })
    await page.waitForFunction(() => {
      const text = document.querySelector('textarea')?.value ?? ''
      return /\[one\.txt\]\(\/user_uploads\/[^]*\[&#42;two&#42;\.txt\]\(\/user_uploads\//.test(text)
    })
    await expectNone(page.getByText('Drop files to attach them'))
    await box(page).fill('')
  })

  it('keeps the text when the session ends, until the next log-in', async () => {
    const { path } = await conversation()
    const dora = await server.user('dora')
    await dora.post('/users/me/subscriptions', { subscriptions: [{ name: 'ops' }] })
    const page = await windows.openAs(dora, { path, allow: /40[13]/ })
    await box(page).fill('Almost said')
    const status = await page.evaluate(async () => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest' }
      return (await fetch('/json/session', { method: 'DELETE', headers })).status
    })
    expect(status).toBe(200)
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    await page.getByRole('textbox', { name: 'Email' }).fill(dora.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(passwordOf(dora))
    await page.getByRole('button', { name: 'Log in' }).click()
    await expectValue(box(page), 'Almost said')
  })

  it('shows why a file was not uploaded, and removes its placeholder from the text', async () => {
    const { page } = await conversationOnScreen()
    await page.route('**/json/user_uploads', (route) =>
      route.fulfill({
        status: 413,
        json: { result: 'error', code: 'BAD_REQUEST', msg: 'Too much of a file.' },
      }),
    )
    await box(page).fill('Look: ')
    await pastePicture(page, 'shot.png')
    await page
      .getByRole('alert')
      .filter({ hasText: 'shot.png was not uploaded. Too much of a file.' })
      .waitFor()
    expect(await box(page).inputValue()).not.toContain('Uploading')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    // The failed file belongs to this message: it does not outlast the sending.
    await send(page)
    await article(page, 'Look:').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })

    await page.unroute('**/json/user_uploads')
    // A file above the limit would be refused again, and stays in its conversation.
    await box(page).evaluate((textarea) => {
      const clipboardData = new DataTransfer()
      const file = new File(['x'], 'film.mp4', { type: 'video/mp4' })
      Object.defineProperty(file, 'size', { value: 2 ** 40 })
      Object.defineProperty(clipboardData, 'files', { value: [file] })
      textarea.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await page.getByRole('alert').filter({ hasText: 'film.mp4 was not uploaded.' }).waitFor()
    await expectNone(page.getByRole('button', { name: 'Try again' }))
    await page.evaluate((to) => (location.hash = to), (await conversation()).path.slice(1))
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('shows by how much a message is too long, and accepts the exact maximum', async () => {
    const { topic, page } = await conversationOnScreen()
    await box(page).fill('é'.repeat(5000) + 'x')
    await page.getByText('1 byte too long.').waitFor()
    await box(page).press('Enter')
    await expectValue(box(page), 'é'.repeat(5000) + 'x')
    await box(page).fill('é'.repeat(5000))
    await send(page)
    await expectValue(box(page), '')
    await page.locator('[data-message-id]').filter({ hasText: 'ééééé' }).waitFor()
    await untilHolds('it is sent whole', async () => {
      return (await contentsOf(topic)).at(-1) === 'é'.repeat(5000)
    })
  })

  it('completes the language of code, and sends a block only once it is closed', async () => {
    const { topic, page } = await conversationOnScreen()
    await box(page).click()
    await page.keyboard.type('```py')
    await page.getByRole('option', { name: 'python' }).waitFor()
    await page.keyboard.press('Enter')
    await expectValue(box(page), '```python')
    await page.keyboard.press('Enter')
    await page.keyboard.type('print(1)')
    await page.keyboard.press('Enter')
    await page.keyboard.type('```')
    await expectValue(box(page), '```python\nprint(1)\n```')
    await page.keyboard.press('Enter')
    await expectValue(box(page), '')
    await article(page, 'print(1)').waitFor()
    await page.keyboard.type('> ~~~')
    await page.keyboard.press('Enter')
    await page.keyboard.type('x')
    await expectValue(box(page), '> ~~~\n> x')
    await box(page).fill('')
    await untilHolds('the code alone is sent', async () => {
      return (await contentsOf(topic)).slice(1).join() === '```python\nprint(1)\n```'
    })

    // An address that is pasted over words is the target of a link, and a part of code.
    const pasteOver = async (text: string, words: string) => {
      await box(page).fill(text)
      await box(page).evaluate((textarea: HTMLTextAreaElement, words) => {
        const start = textarea.value.indexOf(words)
        textarea.setSelectionRange(start, start + words.length)
      }, words)
      const [href, isTaken] = ['https://x.test/', await pasteText(page, 'https://x.test/')]
      if (!isTaken) await page.keyboard.insertText(href)
      return box(page).inputValue()
    }
    expect(await pasteOver('see TARGET', 'TARGET')).toBe('see [TARGET](https://x.test/)')
    expect(await pasteOver('`curl TARGET`', 'TARGET')).toBe('`curl https://x.test/`')
    expect(await pasteOver('[a](TARGET)', 'TARGET')).toBe('[a](https://x.test/)')
    await box(page).fill('')
  })

  it('pastes text of a page as Markdown, and as plain text where that is asked for', async () => {
    const { topic, page } = await conversationOnScreen()
    const other = await page.context().newPage()
    await other.setContent(
      '<p style="color: teal">Read <a href="https://x.test/guide">the guide</a>:</p><ul><li>one</li><li><b>two</b></li></ul>',
    )
    await other.keyboard.press('Control+a')
    await other.keyboard.press('Control+c')
    await other.close()
    await box(page).click()
    await page.keyboard.type('Hi: !')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+v')
    const markdown = 'Hi: \nRead [the guide](https://x.test/guide):\n\n* one\n* **two**'
    await expectValue(box(page), `${markdown}\n!`)
    await page.keyboard.type('Go')
    await expectValue(box(page), `${markdown}\nGo!`)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+Shift+v')
    const plain = await box(page).inputValue()
    expect(plain.split(/\n+/)).toEqual(['Read the guide:', 'one', 'two'])
    await page.keyboard.press('Control+z')
    await expectValue(box(page), `${markdown}\nGo!`)
    // The first undo leaves the plain text, the second nothing.
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expectValue(box(page), `Hi: ${plain}!`)
    await page.keyboard.press('Control+z')
    await expectValue(box(page), 'Hi: !')

    const written = '@**Ada** runs `x`:\n\n```python\na = 1\n```\n\n:tada:\n\n> quoted'
    await bo.send('ops', topic, written)
    const block = article(page, 'runs').locator('.codehilite')
    await block.evaluate((element) => getSelection()?.selectAllChildren(element.parentNode as Node))
    await page.keyboard.press('Control+c')
    await box(page).fill('')
    await page.keyboard.press('Control+v')
    await expectValue(box(page), written.replace(':tada:', '🎉'))
    await box(page).fill('')
  })

  it('shows a preview by the server, and the field again after sending', async () => {
    const { topic, page } = await conversationOnScreen()
    await box(page).fill('It is **done**')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('form', { name: 'Compose' }).locator('strong').getByText('done').waitFor()
    await send(page)
    await article(page, 'It is done').waitFor()
    await focused(page, 'Message')
    await page.keyboard.type('And this')
    await page.keyboard.press('Enter')
    await article(page, 'And this').waitFor()
    // A message is shown before the server has it.
    await untilHolds('all are sent', async () => (await contentsOf(topic)).length === 3)
  })

  it('has formats and skin tones on a phone', async () => {
    const { topic, path } = await conversation()
    const page = await windows.openAs(ada, {
      path,
      viewport: { width: 390, height: 700 },
      hasTouch: true,
    })
    await box(page).fill('done')
    const formats = page.getByRole('group', { name: 'Formatting' })
    await formats.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Formatting' }).tap()
    await box(page).selectText()
    await formats.getByRole('button', { name: 'Bold' }).tap()
    expect(await box(page).inputValue()).toBe('**done**')
    const last = (await formats.getByRole('button').last().boundingBox())!
    expect(last.x + last.width).toBeLessThanOrEqual(390)

    await box(page).fill('')
    await page.getByRole('button', { name: 'Add emoji' }).tap()
    await page.getByRole('button', { name: 'Dark', exact: true }).tap()
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('wave')
    const results = page.getByRole('region', { name: 'Results' })
    await results.getByRole('button', { name: 'wave', exact: true }).tap()
    await send(page)
    await untilHolds('the tone is sent', async () => (await contentsOf(topic)).at(-1) === '👋🏿')
    // The message shows it as large as an emoji without a tone.
    await box(page).fill('in all tones :wave: 👋🏿')
    await send(page)
    const drawn = page.getByRole('article').filter({ hasText: 'in all tones' }).locator('.emoji')
    await drawn.nth(1).waitFor()
    const heights = await drawn.evaluateAll((all) =>
      all.map((each) => getComputedStyle(each).fontSize),
    )
    expect(heights[1]).toBe(heights[0])
    // Suggestions have it, too.
    await box(page).pressSequentially(':wave')
    await page.getByRole('option', { name: ':wave:' }).tap()
    expect(await box(page).inputValue()).toBe('👋🏿 ')
    await box(page).fill('')
    await box(page).pressSequentially(':pizz')
    await page.getByRole('option', { name: ':pizza:' }).tap()
    await box(page).fill('')
    // The browser remembers the tone; an emoji without tones is a name.
    await page.getByRole('button', { name: 'Add emoji' }).tap()
    await page.getByRole('button', { name: 'Dark', exact: true, pressed: true }).waitFor()
    // The picker begins with what was chosen in it and what was completed.
    const recent = page.getByRole('region', { name: 'Recently used' }).getByRole('button')
    await recent.nth(0).and(page.getByLabel('pizza')).waitFor()
    await recent.nth(1).and(page.getByLabel('wave')).waitFor()
    const sizes = await page
      .getByRole('toolbar', { name: 'Categories' })
      .getByRole('button')
      .or(recent)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    expect(sizes.filter(({ width, height }) => width < 36 || height < 36)).toEqual([])
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('octopus')
    await results.getByRole('button', { name: 'octopus', exact: true }).tap()
    expect(await box(page).inputValue()).toBe(':octopus: ')
  })

  it('explains why a user cannot post', async () => {
    const news = await server.stream('news', { subscribers: [server.owner, bo] })
    await server.owner.patch(`/streams/${news.id}`, { is_announcement_only: true })
    await bos.goto(`/#narrow/channel/${news.id}-news/topic/today`)
    await bos.getByText('Only administrators can post here.').waitFor()
    await expectNone(box(bos))
  })
})

async function focused(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (label) => document.activeElement?.getAttribute('aria-label') === label,
    name,
  )
}

/** @param forms texts on the clipboard beside the picture @returns whether the app handled it */
async function pastePicture(
  page: Page,
  name: string,
  forms: Record<string, string> = {},
): Promise<boolean> {
  return box(page).evaluate(
    async (textarea, { name, forms }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
      canvas.getContext('2d')?.fillRect(5, 5, 20, 10)
      const bytes = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/png')
      })
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes ?? ''], name, { type: 'image/png' }))
      for (const [type, text] of Object.entries(forms)) clipboardData.setData(type, text)
      const paste = { clipboardData, bubbles: true, cancelable: true }
      return !textarea.dispatchEvent(new ClipboardEvent('paste', paste))
    },
    { name, forms },
  )
}

/** @returns whether the app handled the paste, which the browser does otherwise */
async function pasteText(page: Page, text: string, html = ''): Promise<boolean> {
  return box(page).evaluate(
    (textarea, [text, html]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      if (html !== '') clipboardData.setData('text/html', html)
      const paste = { clipboardData, bubbles: true, cancelable: true }
      return !textarea.dispatchEvent(new ClipboardEvent('paste', paste))
    },
    [text, html] as const,
  )
}
