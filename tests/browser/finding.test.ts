import { expectSuccess } from '../support/expectations'
import { sendAll } from '../support/history'
import { findBarriers } from './support/axe'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { findLayoutFaults } from './support/geometry'
import { expectFocus, expectNone } from './support/waits'

describeInBrowser('The search', () => {
  const { server, windows } = useServerAndBrowser()

  it('accepts the suggested person for part of a name', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    await server.stream('ops', { subscribers: [ada, bo] })
    await bo.send('ops', 'deploys', '# Plan\n\nIt is deployed')
    const page = await windows.openAs(ada)
    const main = page.getByRole('main')
    const search = page.getByRole('searchbox', { name: 'Search' })

    await search.fill('fro')
    await page.getByRole('option', { name: 'Messages by a person from:' }).waitFor()
    await search.fill('deployed from:bo')
    await page.getByRole('option', { name: /^Messages by Bo from:bo@/ }).waitFor()
    await search.press('Enter')
    await main.getByRole('article').getByText(/It is/).waitFor()
    expect(new URL(page.url()).hash).toBe(`#narrow/sender/${bo.id}/search/deployed`)
    // Headings in messages start at level 3, so the screen has one heading of level 1.
    const headings = main.getByRole('heading', { level: 1 })
    // The words come first, since a narrow heading shows little more.
    expect(await headings.allTextContents()).toEqual(['Search: deployed · Messages by Bo'])
    // The filter is a pill.
    const parts = headings.locator('bdi')
    expect(await parts.allTextContents()).toEqual(['Search: deployed', 'Messages by Bo'])
    await main.getByRole('heading', { level: 3, name: 'Plan' }).waitFor()

    // The box shows the filter as a pill; Backspace opens it again.
    await main.getByRole('status').getByText('1 result').waitFor()
    await search.press('Home')
    await search.press('Backspace')
    expect(await search.inputValue()).toBe(`from:${bo.email} deployed`)
    await search.press('Backspace')
    expect(await search.inputValue()).toBe(' deployed')

    await page.goto(`/#narrow/mentions/${bo.id}`)
    await main.getByText('No messages found.').waitFor()
  })

  it('takes filters as pills, days and recent searches', async () => {
    const [jo, kim] = await server.users('jo', 'kim')
    await server.stream('yard', { subscribers: [jo, kim] })
    await kim.send('yard', 'gate', 'painted')
    await jo.send('yard', 'gate', 'painted twice')
    const page = await windows.openAs(jo)
    const articles = page.getByRole('main').getByRole('article')
    const search = page.getByRole('searchbox', { name: 'Search' })
    const pills = page.getByRole('search').getByRole('listitem')
    const option = (name: string) => page.getByRole('option', { name })

    // A filter becomes a pill behind a blank, if its name is known.
    await search.pressSequentially('-from:kim stream:nowhere stream:yard painted')
    expect(await pills.allInnerTexts()).toEqual([
      'All except: Messages by Kim',
      'Messages in #yard',
    ])
    expect(await search.inputValue()).toBe('stream:nowhere painted')
    await search.fill('painted')
    await search.press('Enter')
    await articles.getByText('painted twice').waitFor()
    expect(await articles.count()).toBe(1)
    await page.getByRole('button', { name: 'Remove filter: All except: Messages by Kim' }).click()
    await search.press('Enter')
    await articles.nth(1).waitFor()

    // A day is typed, suggested, or chosen.
    await search.fill('before:2001-01-01 painted')
    await search.press('Enter')
    await page.getByText('No messages found.').waitFor()
    await page.getByRole('button', { name: /^Remove filter: Messages before Jan/ }).click()
    await search.fill('after:')
    expect(await page.getByRole('option', { name: /^Messages since/ }).count()).toBe(4)
    await page.getByLabel('Day').fill('2001-09-30')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Use this day' }).click()
    const pill = page.getByRole('listitem').getByText('Messages since September 30, 2001')
    expect(await pill.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThan(1)
    // Suggestions continue behind the filter.
    await option('Messages by a person').waitFor()
    await search.press('Enter')
    await articles.getByText('painted twice').waitFor()

    // An empty box offers recent searches.
    await page.goto('/#inbox')
    await search.click()
    await option('Messages in #yard · Messages since September 30, 2001').waitFor()
    await search.press('ArrowDown')
    await search.press('Enter')
    await articles.getByText('painted twice').waitFor()
    await page.goto('/#inbox')
    await search.click()
    await page.getByRole('button', { name: 'Clear recent searches' }).click()
    await option('Messages by a person').waitFor()
    await expectNone(page.getByRole('option', { name: /^Messages in #yard/ }))
  })

  it('goes from the current conversation to all messages', async () => {
    const [ulf, vera] = await server.users('ulf', 'vera')
    const { id } = await server.stream('field', { subscribers: [ulf, vera] })
    await vera.send('field', 'crops', 'wheat')
    await vera.send('field', 'tools', 'the scythe')
    const page = await windows.openAs(ulf, { path: `/#narrow/channel/${id}-field/topic/crops` })
    const main = page.getByRole('main')
    const search = page.getByRole('searchbox', { name: 'Search' })
    const found = main.getByRole('article').getByText('the scythe')
    const pills = page.getByRole('search').getByRole('listitem')
    await main.getByRole('feed', { name: 'crops' }).waitFor()

    await page.keyboard.press('/')
    await search.pressSequentially('scythe')
    await page.getByRole('option', { name: 'Search everywhere' }).waitFor()
    await search.press('Enter')
    await main.getByText('No messages found.').waitFor()
    const heading = main.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe(
      'Search: scythe · Messages in #field · Messages in the topic “crops”',
    )
    // The stream and the words of the search are whole in each window.
    const size = page.viewportSize()
    for (const width of [1440, 700, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.reload()
      await main.getByText('No messages found.').waitFor()
      for (const name of [heading, main.getByRole('link', { name: 'field', exact: true })])
        expect(await name.evaluate(findCut)).toBe('')
      // The filters are whole where there is room, and shortened elsewhere.
      expect(await findLayoutFaults(page)).toEqual([])
      await search.focus()
      expect(await findLayoutFaults(page)).toEqual([])
      await search.blur()
    }
    if (size) await page.setViewportSize(size)
    await main.getByRole('link', { name: 'Search everywhere' }).last().click()
    await found.waitFor()
    expect(await heading.innerText()).toBe('Search: scythe')
    expect(await pills.count()).toBe(0)

    // The last of the suggestions does the same, and the field has a clear button of its own.
    await page.goBack()
    await main.getByText('No messages found.').waitFor()
    await search.focus()
    await page.getByRole('option', { name: 'Search everywhere' }).waitFor()
    await search.press('ArrowUp')
    await search.press('Enter')
    await found.waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expectFocus(search)
    expect(await search.inputValue()).toBe('')
  })

  it('shows the typed word beside filters on a phone, in use and at rest', async () => {
    const lea = await server.user('lea')
    const { id } = await server.stream('harbor', { subscribers: [lea] })
    await lea.send('harbor', 'arrivals', 'The ferry has arrived.')
    const page = await windows.openAs(lea, {
      viewport: { width: 390, height: 844 },
      path: `/#narrow/channel/${id}-harbor/topic/arrivals`,
    })
    const search = page.getByRole('searchbox', { name: 'Search' })
    const hiddenPixels = () => search.evaluate((field) => field.scrollWidth - field.clientWidth)
    await search.pressSequentially('stream:harbor topic:arrivals arrived')
    await page.getByRole('search').getByRole('listitem').nth(1).waitFor()
    expect(await search.inputValue()).toBe('arrived')
    expect(await hiddenPixels()).toBeLessThanOrEqual(0)
    await search.press('Enter')
    await page.getByRole('heading', { name: /^Search/ }).waitFor()
    expect(await hiddenPixels()).toBeLessThanOrEqual(0)
  })

  it.each([1440, 390])('shows the day of the topmost result, %d pixels wide', async (width) => {
    const [lou, mia] = await server.users(`lou-${width}`, `mia-${width}`)
    const name = `a diary with quite a long name, ${width}`
    await server.stream(name, { subscribers: [lou, mia] })
    const long = 'An entry with many words about the weather of that day. '.repeat(12)
    const ids = await sendAll(mia, name, 'weather', Array<string>(24).fill(long))
    const days = [Date.UTC(2020, 0, 15, 12), Date.UTC(2021, 5, 5, 12)].map((day) => new Date(day))
    for (const [index, id] of ids.entries()) {
      const sent_at = days[index < 12 ? 0 : 1]!
      await server.db.updateTable('messages').set({ sent_at }).where('id', '=', id).execute()
    }
    const page = await windows.openAs(lou, {
      viewport: { width, height: 844 },
      path: `/#narrow/search/weather`,
    })
    const articles = page.getByRole('feed').getByRole('article')
    await articles.first().waitFor()
    const main = page.getByRole('main')
    const dayAbove = (day: string) => main.locator('time:not(article *)', { hasText: day })
    const goTo = (id: number | undefined) =>
      page.locator(`[data-message-id="${String(id)}"]`).evaluate((row) => {
        const scroller = row.closest('[role="feed"]')?.parentElement as HTMLElement
        scroller.scrollTop +=
          row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + 60
      })
    await goTo(ids[3])
    await dayAbove('Jan 15, 2020').waitFor()
    await goTo(ids[15])
    const above = dayAbove('Jun 5, 2021')
    await above.waitFor()
    // The day stands in the line of the conversation, beside its names.
    const names = above.locator('xpath=preceding-sibling::div')
    const [day, line, others] = await Promise.all(
      [above, above.locator('xpath=..'), names].map((one) => one.boundingBox()),
    )
    expect(line?.height).toBeLessThan(2 * (day?.height ?? 0))
    expect((others?.x ?? 0) + (others?.width ?? 0)).toBeLessThan(day?.x ?? 0)
    expect((day?.x ?? 0) + (day?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await findBarriers(page)).toEqual([])
  })

  it('clears the filters of the sidebars afterward', async () => {
    const [cy, dan] = await server.users('cy', 'dan')
    await server.stream('lab', { subscribers: [cy, dan] })
    await dan.send('lab', 'slides', 'hello')
    const page = await windows.openAs(cy)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

    await page.keyboard.press('q')
    await page.keyboard.type('slid')
    await page.keyboard.press('Enter')
    await heading('slides')
    await page.getByRole('link', { name: 'Inbox' }).waitFor()
    await page.keyboard.press('w')
    await page.keyboard.type('dan')
    await page.keyboard.press('Enter')
    await heading('Dan')
    // The page handles keys again.
    await page.keyboard.press('t')
    await heading('Recent conversations')
    // The list is complete.
    await page.getByRole('row').filter({ hasText: 'slides' }).waitFor()
    await expectNone(page.getByRole('button', { name: 'Load more' }))
  })

  it('finds people by their values of searchable profile fields', async () => {
    const [ola, pim] = await server.users('ola', 'pim')
    await server.stream('yards', { subscribers: [ola, pim] })
    await ola.send('yards', 'crew', 'hello')
    const field = { field_type: 1, name: 'Nickname' }
    const added = [
      await server.owner.post('/realm/profile_fields', { ...field, use_for_user_matching: true }),
      await server.owner.post('/realm/profile_fields', { ...field, name: 'Motto' }),
    ].map((answer) => expectSuccess(answer)['id'] as number)
    const data = added.map((id, index) => ({ id, value: index === 0 ? 'Zwiebel' : 'Quark' }))
    expectSuccess(await pim.patch('/users/me/profile_data', { data }))

    const page = await windows.openAs(ola)
    const people = page.getByRole('complementary', { name: 'People' })
    await people.getByRole('textbox').fill('zwie')
    await people.getByRole('link', { name: /^Pim/ }).waitFor()
    await people.getByRole('textbox').fill('quark')
    await people.getByRole('link', { name: /^Pim/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New private message' }).click()
    await page.getByRole('combobox', { name: 'To', exact: true }).fill('zwie')
    await page.getByRole('option', { name: /^Pim/ }).click()
    await page.getByRole('button', { name: 'Remove Pim' }).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('@zwie')
    await page.getByRole('option', { name: /^Pim/ }).waitFor()
  })

  it('shows the people of the conversation first, and their column can be closed', async () => {
    const [gia, hugo, ivo] = await server.users('gia', 'hugo', 'ivo')
    const { id } = await server.stream('garden', { subscribers: [gia, hugo, ivo] })
    await ivo.send('garden', 'roses', 'hello')
    await hugo.post('/users/me/status', { status_text: 'In the shed' })
    const page = await windows.openAs(gia, { path: `/#narrow/channel/${id}-garden/topic/roses` })
    const people = page.getByRole('complementary', { name: 'People' })
    const here = people.getByRole('list', { name: 'In this conversation' })
    await here.getByRole('link', { name: /^Ivo/ }).waitFor()
    expect(await here.getByRole('listitem').count()).toBe(1)
    expect(await people.getByRole('link', { name: /^Ivo/ }).count()).toBe(1)

    await people.getByRole('link', { name: /^Hugo/ }).click()
    await here.getByRole('link', { name: /^Hugo/ }).waitFor()
    await here.getByRole('link', { name: /^Gia/ }).waitFor()
    expect(await here.getByRole('listitem').count()).toBe(2)
    await page.getByRole('main').getByText('In the shed').first().waitFor()
    await page.getByRole('button', { name: 'Options for this conversation' }).click()
    await page.getByRole('menuitem', { name: 'About Hugo' }).click()
    await page.getByRole('dialog', { name: /Hugo/ }).waitFor()
    await page.keyboard.press('Escape')

    await people.getByRole('button', { name: 'Close people' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Show people' }).click()
    await page.getByRole('button', { name: 'Keep people open' }).click()
    await people.getByRole('button', { name: 'Close people' }).waitFor()
  })

  it('counts the subscribers of a stream in its heading, live', async () => {
    const [kit, lin, mo] = await server.users('kit', 'lin', 'mo')
    const { id } = await server.stream('orchard', { subscribers: [kit, lin] })
    const other = await server.stream('meadow', { subscribers: [kit] })
    await lin.send('orchard', 'apples', 'hello')
    const page = await windows.openAs(kit, { path: `/#narrow/channel/${id}-orchard/topic/apples` })
    const countOf = (text: string) => page.getByRole('main').getByRole('link', { name: text })
    await countOf('2 subscribers').waitFor()
    const joining = { subscriptions: [{ name: 'orchard' }] }
    await mo.post('/users/me/subscriptions', joining)
    await countOf('3 subscribers').waitFor()
    await server.owner.delete(`/users/${lin.id}`)
    await countOf('2 subscribers').waitFor()

    // The number of another stream, and of this one after changes that were made meanwhile.
    await page.evaluate((hash) => (location.hash = hash), `#narrow/channel/${other.id}-meadow`)
    await countOf('1 subscriber').waitFor()
    await mo.delete('/users/me/subscriptions', { subscriptions: ['orchard'] })
    await mo.post('/users/me/subscriptions', { subscriptions: [{ name: 'meadow' }] })
    await countOf('2 subscribers').waitFor()
    await page.evaluate((hash) => (location.hash = hash), `#narrow/channel/${id}-orchard`)
    await countOf('1 subscriber').waitFor()
    await countOf('1 subscriber').click()
    await page.getByRole('heading', { name: 'Subscribers' }).waitFor()
  })

  it('omits archived streams among recent conversations, whose unread count hides while hovered', async () => {
    const [eva, finn] = await server.users('eva', 'finn')
    const { id } = await server.stream('attic', { subscribers: [eva, finn] })
    await finn.send('attic', 'old chairs', 'hello')
    await finn.sendPrivately([eva.id], 'hello')
    const page = await windows.openAs(eva, { path: '/#recent' })
    const row = page.getByRole('row').filter({ hasText: 'old chairs' })
    await row.waitFor()
    const link = page.getByRole('navigation').getByRole('link', { name: 'attic, 1 unread' })
    const number = link.locator('[data-count]')
    await number.waitFor({ state: 'visible' })
    await link.hover()
    await number.waitFor({ state: 'hidden' })
    expectSuccess(await server.owner.delete(`/streams/${id}`))
    await row.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'Finn' }).waitFor()
  })
})

/** Runs in the page: how much of a text its box shows, if that is not all. */
function findCut(box: Element): string {
  const { clientWidth, scrollWidth, clientHeight, scrollHeight } = box
  const isWhole = scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1
  return isWhole ? '' : `${clientWidth}x${clientHeight} of ${scrollWidth}x${scrollHeight}`
}
