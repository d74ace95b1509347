import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { expectNone } from './support/waits'

const heading = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { level: 1, name, exact: true }).waitFor()

const topics = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Topics' })

/** Waits until the list consists of topics with these names, in this order. */
async function expectTopics(page: Page, names: readonly string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const links = document.querySelectorAll('main [data-row] > bdi')
    return [...links].map((link) => link.textContent).join('\n') === wanted
  }, names.join('\n'))
}

describeInBrowser('The topics of a stream', () => {
  const { server, windows } = useServerAndBrowser()

  it('are filtered and ordered, and events keep them right', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    const { id } = await server.stream('garden', { subscribers: [ada, bo] })
    for (const topic of ['roses', 'Äpfel', 'paths']) await bo.send('garden', topic, 'hello')
    expectSuccess(await ada.post('/mark_all_as_read'))
    for (const [topic, policy] of [
      ['paths', 3],
      ['Äpfel', 1],
    ]) {
      const wanted = { stream_id: id, topic, visibility_policy: policy }
      expectSuccess(await ada.post('/user_topics', wanted))
    }
    const page = await windows.openAs(ada, { path: `/#narrow/channel/${id}-garden` })
    await heading(page, 'garden')
    await page.keyboard.press('y')
    await heading(page, 'Topics of garden')
    await bo.send('garden', 'roses', 'again')
    await topics(page).getByRole('link').first().filter({ hasText: 'roses' }).waitFor()
    const greeting = await topics(page).getByRole('link').last().locator('bdi').textContent()
    const row = (name: string) => topics(page).getByRole('listitem').filter({ hasText: name })
    const all = ['roses', 'paths', 'Äpfel', ...(greeting === 'Äpfel' ? [] : [greeting ?? ''])]
    await expectTopics(page, all)
    await row('roses')
      .getByRole('link', { name: /1 unread$/ })
      .waitFor()
    await row('roses').getByText('Bo', { exact: true }).waitFor()
    await row('paths').getByText('Followed').waitFor()
    // Muted topics have a sender too.
    await row('Äpfel').getByText('Muted').waitFor()
    await row('Äpfel').getByText('Bo', { exact: true }).waitFor()

    await page.getByRole('textbox', { name: 'Filter topics' }).fill('apf')
    await expectTopics(page, ['Äpfel'])
    await page.getByRole('status').filter({ hasText: '1 topic' }).waitFor()
    await page.getByRole('textbox', { name: 'Filter topics' }).fill('zzz')
    await page.getByText('No matching topics').waitFor()
    await page.getByRole('textbox', { name: 'Filter topics' }).fill('')
    await page.getByRole('combobox', { name: 'Order' }).selectOption('name')
    await expectTopics(
      page,
      all.toSorted((a, b) => a.localeCompare(b)),
    )
    await page.getByRole('combobox', { name: 'Order' }).selectOption('newest')

    // Another tab resolves a topic from its menu.
    const other = await page.context().newPage()
    await other.goto(`/#topics/${id}/garden`)
    await heading(other, 'Topics of garden')
    await other.getByRole('button', { name: 'Options for paths' }).click()
    await other.getByRole('menuitem', { name: 'Mark topic as resolved' }).click()
    await row('✔ paths').waitFor()
    await page.getByRole('button', { name: 'Hide resolved' }).click()
    await row('✔ paths').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Hide resolved' }).click()
    await row('✔ paths').waitFor()
    await bo.send('garden', 'tulips', 'hello')
    await topics(page).getByRole('link').first().filter({ hasText: 'tulips' }).waitFor()

    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await heading(page, 'tulips')
    await page.goBack()
    await heading(page, 'Topics of garden')
    await page.keyboard.press('Escape')
    // The page closes to the place from which it was opened.
    await heading(page, 'garden')
  })

  it('are deleted by people with the permission, with the number of messages if it is known', async () => {
    const [dora, cy] = [await server.user('dora', 'administrator'), await server.user('cy')]
    const { id } = await server.stream('attic', { subscribers: [dora, cy] })
    for (const text of ['one', 'two']) await cy.send('attic', 'old chairs', text)
    await cy.send('attic', 'lamps', 'hello')
    const cys = await windows.openAs(cy, { path: `/#topics/${id}/attic` })
    await cys.getByRole('button', { name: 'Options for old chairs' }).click()
    await cys.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    await expectNone(cys.getByRole('menuitem', { name: 'Delete topic' }))
    await cys.keyboard.press('Escape')

    const page = await windows.openAs(dora, {
      path: `/#narrow/channel/${id}-attic/topic/old.20chairs`,
    })
    await page.getByRole('article').getByText('two').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Options for old chairs' }).click()
    await page.getByRole('menuitem', { name: 'Delete topic' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the topic “old chairs”?' })
    await dialog.getByText('Its 2 messages are deleted').waitFor()
    await dialog.getByRole('button', { name: 'Delete topic' }).click()
    await heading(page, 'attic')
    await topics(cys)
      .getByRole('link', { name: /^old chairs/ })
      .waitFor({ state: 'detached' })
    await topics(cys)
      .getByRole('link', { name: /^lamps/ })
      .waitFor()
  })

  it('can be loaded again after a failure', async () => {
    const ida = await server.user('ida')
    const { id } = await server.stream('cellar', { subscribers: [ida] })
    await ida.send('cellar', 'wine', 'hello')
    const page = await windows.openAs(ida, { path: '/#recent', allow: /status of 500/ })
    const failed = { status: 500, json: { result: 'error', msg: 'Broken.', code: 'INTERNAL' } }
    const calls = /\/users\/me\/\d+\/topics/
    await page.route(calls, (route) => route.fulfill(failed))
    await page.evaluate((streamId) => (location.hash = `#topics/${streamId}/cellar`), id)
    const failure = page.getByRole('alert').filter({ hasText: 'Broken.' })
    await failure.waitFor()
    await expectNone(page.getByText('Loading topics'))
    await page.unroute(calls)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await topics(page).getByRole('link', { name: /^wine/ }).waitFor()
    await expectNone(failure)
  })

  it('are shown 200 at a time', async () => {
    const people = await server.users('eva', 'finn', 'gus')
    const [eva] = people
    const { id } = await server.stream('many', { subscribers: people })
    // The rate limit allows one person fewer messages.
    for (let from = 0; from < 207; from += people.length) {
      await Promise.all(
        people.map((person, index) => person.send('many', `topic ${from + index}`, 'hello')),
      )
    }
    const page = await windows.openAs(eva, { path: `/#topics/${id}/many` })
    await topics(page)
      .getByRole('link', { name: /^topic 20[456]/ })
      .first()
      .waitFor()
    expect(await topics(page).getByRole('listitem').count()).toBe(200)
    await page.getByRole('button', { name: /^Show more \(\d+\)/ }).click()
    await topics(page)
      .getByRole('link', { name: /^topic 0\b/ })
      .waitFor()
    await expectNone(page.getByRole('button', { name: /^Show more/ }))
  })
})
